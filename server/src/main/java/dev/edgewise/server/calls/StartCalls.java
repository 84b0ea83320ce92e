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

/** Makes the on_start calls of claimed tasks and turns their results into task changes. */
final class StartCalls {
  private static final Duration BUSY_INTERVAL = Duration.ofMillis(250);
  private static final Logger log = LoggerFactory.getLogger(StartCalls.class);

  private final Calls calls;
  private final CallResults results;
  private final OpenCalls open;
  private final Hosts hosts;
  private final AnswerReader answers;

  /**
   * Claimed tasks whose call another server is making. This server keeps their claims, so that they
   * do not move from server to server. They continue when that call has ended or its server has
   * died.
   */
  private final Map<Delivery, Claimed> busy = new ConcurrentHashMap<>();

  StartCalls(Calls calls, CallResults results, OpenCalls open, Hosts hosts, AnswerReader answers) {
    this.calls = calls;
    this.results = results;
    this.open = open;
    this.hosts = hosts;
    this.answers = answers;
  }

  /** Makes the calls of tasks that have places and permits. */
  void begin(List<Claimed> claimed, Map<Delivery, Permit> permits) {
    calls.make(claimed.stream().map(this::request).toList(), permits);
  }

  /** Requests the permits of the calls in the transaction that claims the tasks. */
  Map<Delivery, Permit> permits(Handle handle, List<Claimed> claimed) {
    return calls.permits(handle, claimed.stream().map(StartCalls::delivery).toList());
  }

  private static Delivery delivery(Claimed task) {
    return Delivery.start(task.task(), task.token().attempt());
  }

  private Calls.CallRequest request(Claimed task) {
    Delivery delivery = delivery(task);
    Leases.Held held = new Leases.Held(task.task(), task.token());
    String action = task.onStart();
    if (action == null) {
      throw new IllegalStateException("task " + task.task() + " has no on_start action");
    }
    return new Calls.CallRequest(
        delivery,
        task.token(),
        action,
        Lane.host(task.lane()),
        held,
        result -> end(task, delivery, held, result));
  }

  private void end(Claimed task, Delivery delivery, Leases.Held held, Calls.DeliveryResult result) {
    switch (result) {
      case Calls.DeliveryResult.Made made -> {
        StartAnswer answer = answers.read(made.reply());
        CallEnd end = made.end(delivery, answers.storedBody(made.reply(), answer));
        if (answer instanceof StartAnswer.Uncancelable(String why)) {
          String ignored = "the cancel action in the answer is ignored: " + why;
          log.warn("Delivery {}: {}", delivery.key(), ignored);
          end = end.remarked(ignored);
        }
        results.submit(new CallResults.Ended.Start(held, delivery, end, answer));
      }
      case Calls.DeliveryResult.MadeBefore(String body) ->
          results.submit(
              new CallResults.Ended.Start(held, delivery, null, answers.read(body, true)));
      case Calls.DeliveryResult.Busy _ -> {
        busy.put(delivery, task);
        open.hold(delivery.key(), held);
      }
    }
  }

  /** Requests again the permits of calls that another server was making. */
  void retryBusy() {
    if (busy.isEmpty()) {
      return;
    }
    List<Claimed> again = new ArrayList<>();
    for (Map.Entry<Delivery, Claimed> entry : Map.copyOf(busy).entrySet()) {
      hosts.enter(Lane.host(entry.getValue().lane()));
      again.add(entry.getValue());
    }
    busy.clear();
    calls.make(again.stream().map(this::request).toList());
  }

  /** Whether too many tasks wait for calls of other servers to claim more. */
  boolean crowded() {
    return busy.size() >= Limits.CONFLICTING_CALLS_MAX;
  }

  /** Returns when to request the permits again; empty when no call is made by another server. */
  Optional<Duration> untilNextRetry() {
    return busy.isEmpty() ? Optional.empty() : Optional.of(BUSY_INTERVAL);
  }
}
