package dev.edgewise.server.http.event;

import dev.edgewise.api.Event;
import dev.edgewise.api.EventData;
import dev.edgewise.api.Json;
import dev.edgewise.api.Outcome;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Order;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.task.CompletionLimits;
import dev.edgewise.server.store.update.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks an event and turns it into a command. */
final class EventReader {
  private static final String SPEC_VERSION = "1.0";
  private static final String STARTED = "edgewise.task.started";
  private static final String HEARTBEAT = "edgewise.task.heartbeat";
  private static final String FINISHED = "edgewise.task.finished";

  /** The failure reason when an event reports a failure without an error. */
  private static final String NO_ERROR = "Failed without an error";

  private EventReader() {}

  /** The result of reading an event. */
  sealed interface ParsedEvent {}

  /**
   * An event about a task.
   *
   * @param at when it happened, by the sender's clock
   */
  record TaskEvent(Instant at, Order order) implements ParsedEvent {}

  /** An event of another type, which is ignored. */
  record UnknownType() implements ParsedEvent {}

  /** An event about a task that does not exist in the workspace. */
  record UnknownTask() implements ParsedEvent {}

  /** An invalid event. */
  record Malformed(String error) implements ParsedEvent {}

  static ParsedEvent read(Request request, Event event) {
    List<String> problems = new ArrayList<>();
    if (!event.specversion().equals(SPEC_VERSION)) {
      problems.add("specversion: must be " + SPEC_VERSION);
    }
    notEmpty(problems, "id", event.id());
    notEmpty(problems, "type", event.type());
    if (!problems.isEmpty()) {
      return new Malformed(String.join("; ", problems));
    }
    return switch (event.type()) {
      case STARTED, HEARTBEAT, FINISHED -> ofTask(request, event);
      default -> new UnknownType();
    };
  }

  private static void notEmpty(List<String> problems, String field, String value) {
    if (value.isEmpty()) {
      problems.add(field + ": must not be empty");
    }
  }

  private static ParsedEvent ofTask(Request request, Event event) {
    List<String> problems = new ArrayList<>();
    Instant made = EventIds.time(event.id());
    if (made == null) {
      problems.add("id: must be a ULID or a UUID of version 7");
    }
    UUID subject = event.subject() == null ? null : EventIds.uuid(event.subject());
    if (subject == null) {
      problems.add("subject: must be the id of a task");
    }
    EventData data = data(event, problems);
    if (!problems.isEmpty()) {
      return new Malformed(String.join("; ", problems));
    }
    Optional<TaskKey> task = request.task(Objects.requireNonNull(subject));
    if (task.isEmpty()) {
      return new UnknownTask();
    }
    EventError error = EventError.of(Objects.requireNonNull(data).error());
    Command command = command(event.type(), task.get(), data, error.reason());
    return new TaskEvent(
        event.time() == null ? Objects.requireNonNull(made) : event.time(),
        new Order(new Command.Reported(event.id(), command), null, Report.ofError(error.stored())));
  }

  private static @Nullable EventData data(Event event, List<String> problems) {
    if (event.data() == null) {
      problems.add("data: is required");
      return null;
    }
    EventData data;
    try {
      data = Wire.readPart(event.data(), "data", EventData.class);
    } catch (ApiException e) {
      problems.addAll(e.details());
      return null;
    }
    if (data.attempt() < 0) {
      problems.add("data.attempt: must not be negative");
    }
    boolean finished = event.type().equals(FINISHED);
    if (finished && data.outcome() == null) {
      problems.add("data.outcome: is required with " + FINISHED);
    }
    if (!finished && data.outcome() != null) {
      problems.add("data.outcome: is allowed only with " + FINISHED);
    }
    if (data.result() != null && data.outcome() != Outcome.SUCCESS) {
      problems.add("data.result: is allowed only with outcome SUCCESS");
    }
    try {
      CompletionLimits.check(
          problems,
          "data.result",
          data.result(),
          "data.error",
          EventError.of(data.error()).reason());
    } catch (ApiException e) {
      problems.addAll(e.details());
    }
    return data;
  }

  private static Command command(
      String type, TaskKey task, EventData data, @Nullable String error) {
    Token token = Token.ofAttempt(data.attempt());
    return switch (data.outcome()) {
      case null -> new Command.Alive(task, token, type.equals(STARTED));
      case SUCCESS -> {
        Json result = data.result();
        yield new Command.Succeed(task, token, result == null ? null : result.text());
      }
      case FAILED -> {
        String reason = error == null || error.isBlank() ? NO_ERROR : error;
        yield new Command.Fail(task, token, FailureType.EXPLICIT, reason, true);
      }
      case CANCELLED -> new Command.GiveUp(task, token, error);
    };
  }
}
