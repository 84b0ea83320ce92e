package dev.edgewise.server.calls;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.CallEnd;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.webhook.AnswerReader;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.StartAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The on_start calls of claimed tasks, and what their outcomes mean for the tasks. */
final class StartCalls {
  private static final Duration BUSY_INTERVAL = Duration.ofMillis(250);
  private static final Logger log = LoggerFactory.getLogger(StartCalls.class);

  private final Calls calls;
  private final CallResults results;
  private final OpenCalls open;
  private final Hosts hosts;
  private final AnswerReader answers;

  /**
   * Claimed tasks whose call somebody else is making. Their claims are kept, so that they do not
   * wander from server to server, and they move on when that call has ended or is given up.
   */
  private final Map<Delivery, Claimed> busy = new ConcurrentHashMap<>();

  StartCalls(Calls calls, CallResults results, OpenCalls open, Hosts hosts, AnswerReader answers) {
    this.calls = calls;
    this.results = results;
    this.open = open;
    this.hosts = hosts;
    this.answers = answers;
  }

  /** Calls for tasks that have their places and permissions. */
  void begin(List<Claimed> claimed, Map<Delivery, Permit> permits) {
    calls.make(claimed.stream().map(this::wanted).toList(), permits);
  }

  /** Asks for the permissions to call for tasks, in the transaction that claims them. */
  Map<Delivery, Permit> permits(Handle handle, List<Claimed> claimed) {
    return calls.permits(handle, claimed.stream().map(StartCalls::delivery).toList());
  }

  private static Delivery delivery(Claimed task) {
    return Delivery.start(task.task(), task.token().attempt());
  }

  private Calls.Wanted wanted(Claimed task) {
    Delivery delivery = delivery(task);
    Leases.Held held = new Leases.Held(task.task(), task.token());
    String action = task.onStart();
    if (action == null) {
      throw new IllegalStateException("task " + task.task() + " has no on_start action");
    }
    return new Calls.Wanted(
        delivery,
        task.token(),
        action,
        Lane.host(task.lane()),
        held,
        outcome -> end(task, delivery, held, outcome));
  }

  private void end(Claimed task, Delivery delivery, Leases.Held held, Calls.Outcome outcome) {
    switch (outcome) {
      case Calls.Outcome.Made made -> {
        StartAnswer told = answers.read(made.reply());
        CallEnd end = made.end(delivery, answers.kept(made.reply(), told));
        if (told instanceof StartAnswer.Uncancelable(String why)) {
          String ignored = "the cancel action in the answer is ignored: " + why;
          log.warn("Of delivery {} {}", delivery.key(), ignored);
          end = end.remarked(ignored);
        }
        results.submit(new CallResults.Ended.Start(held, delivery, end, told));
      }
      case Calls.Outcome.MadeBefore(String body) ->
          results.submit(
              new CallResults.Ended.Start(held, delivery, null, answers.read(body, true)));
      case Calls.Outcome.Busy _ -> {
        busy.put(delivery, task);
        open.hold(delivery.key(), held);
      }
    }
  }

  /** Looks again at the calls that somebody else was making. */
  void askAgain() {
    if (busy.isEmpty()) {
      return;
    }
    List<Claimed> again = new ArrayList<>();
    for (Map.Entry<Delivery, Claimed> entry : Map.copyOf(busy).entrySet()) {
      hosts.enter(Lane.host(entry.getValue().lane()));
      again.add(entry.getValue());
    }
    busy.clear();
    calls.make(again.stream().map(this::wanted).toList());
  }

  /** Whether so many wait for other servers' calls that no more should be claimed. */
  boolean crowded() {
    return busy.size() >= Limits.CONFLICTING_CALLS_MAX;
  }

  /** When to look again; empty when nobody else is making a call that is wanted here. */
  Optional<Duration> untilNextLook() {
    return busy.isEmpty() ? Optional.empty() : Optional.of(BUSY_INTERVAL);
  }
}
