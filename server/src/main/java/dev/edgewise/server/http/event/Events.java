package dev.edgewise.server.http.event;

import static java.util.stream.Collectors.toMap;

import dev.edgewise.api.Event;
import dev.edgewise.api.EventAnswer;
import dev.edgewise.api.EventResult;
import dev.edgewise.api.Scope;
import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.decision.Answer.Unknown;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Order;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.BodyItem;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.event.EventReader.Malformed;
import dev.edgewise.server.http.event.EventReader.ParsedEvent;
import dev.edgewise.server.http.event.EventReader.TaskEvent;
import dev.edgewise.server.http.event.EventReader.UnknownTask;
import dev.edgewise.server.http.event.EventReader.UnknownType;
import dev.edgewise.server.http.task.CompletionLimits;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Applies events about tasks, each with a result of its own. */
public final class Events implements Handler {
  private final Committer committer;

  /** An event with its position in the request. */
  private record Item(int place, @Nullable String id, ParsedEvent parsed) {}

  public Events(Committer committer) {
    this.committer = committer;
  }

  public Route route() {
    return Route.post("/v1/events", "Report what happens to tasks, as CloudEvents")
        .scope(Scope.WORK)
        .operation("reportEvents")
        .alias(Method.POST, "/event")
        .takes(Route.either(Event.class, Route.listOf(Event.class)))
        .answers(200, Route.listOf(EventAnswer.class))
        .by(this);
  }

  @Override
  public Answer handle(Request request) {
    List<BodyItem<Event>> events = EventBodies.read(request);
    CompletionLimits.checkCount("[]", events);
    List<Item> items = new ArrayList<>(events.size());
    events.forEach(event -> items.add(item(request, items.size(), event)));
    Map<Integer, EventResult> applied = apply(items);
    return Answer.ok(
        items.stream()
            .map(item ->
                switch (item.parsed()) {
                  case TaskEvent _ ->
                      new EventAnswer(
                          item.id(), Objects.requireNonNull(applied.get(item.place())), null);
                  case UnknownType _ -> new EventAnswer(item.id(), EventResult.IGNORED, null);
                  case UnknownTask _ -> new EventAnswer(item.id(), EventResult.UNKNOWN, null);
                  case Malformed(String error) ->
                      new EventAnswer(item.id(), EventResult.INVALID, error);
                })
            .toList());
  }

  private static Item item(Request request, int place, BodyItem<Event> event) {
    return switch (event) {
      case BodyItem.Read(Event read) -> new Item(place, read.id(), EventReader.read(request, read));
      case BodyItem.Faulty(String id, String error) -> new Item(place, id, new Malformed(error));
    };
  }

  /**
   * Applies the task events in the order in which they happened; returns the results by position.
   */
  private Map<Integer, EventResult> apply(List<Item> items) {
    record Placed(int place, TaskEvent event) {}
    List<Placed> inOrder =
        items.stream()
            .filter(item -> item.parsed() instanceof TaskEvent)
            .map(item -> new Placed(item.place(), (TaskEvent) item.parsed()))
            .sorted(Comparator.comparing(placed -> placed.event().at()))
            .toList();
    List<Order> orders = inOrder.stream().map(placed -> placed.event().order()).toList();
    var outcomes = committer.applyOrders(orders).iterator();
    return inOrder.stream().collect(toMap(Placed::place, _ -> result(outcomes.next())));
  }

  private static EventResult result(dev.edgewise.core.decision.Answer answer) {
    return switch (answer) {
      case Applied _ -> EventResult.APPLIED;
      case Repeated _ -> EventResult.DUPLICATE;
      case Refused _ -> EventResult.STALE;
      case Unknown _ -> EventResult.UNKNOWN;
    };
  }
}
