package dev.edgewise.server.engine;

import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.store.claim.Leases;
import dev.edgewise.server.store.delivery.CallEnd;
import dev.edgewise.server.store.delivery.Delivery;
import dev.edgewise.server.store.delivery.Permit;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.Reply;
import dev.edgewise.server.webhook.StartAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The on_start calls of claimed tasks, and what their outcomes mean for the tasks. */
final class StartCalls {
  private static final Duration BUSY_INTERVAL = Duration.ofMillis(250);
  private static final StartAnswer NOTHING = new StartAnswer.Started(null);

  private final Calls calls;
  private final CallCommitter results;
  private final OpenCalls open;
  private final Hosts hosts;
  private final WebhookMetrics metrics;

  /**
   * Claimed tasks whose call somebody else is making. Their claims are kept, so that they do not
   * wander from server to server, and they move on when that call has ended or is given up.
   */
  private final Map<Delivery, Claimed> busy = new ConcurrentHashMap<>();

  StartCalls(
      Calls calls, CallCommitter results, OpenCalls open, Hosts hosts, WebhookMetrics metrics) {
    this.calls = calls;
    this.results = results;
    this.open = open;
    this.hosts = hosts;
    this.metrics = metrics;
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
        StartAnswer told = answer(made.reply());
        CallEnd end = made.end(delivery, kept(made.reply(), told));
        results.submit(new CallCommitter.Ended.Start(held, delivery, end, told));
      }
      case Calls.Outcome.MadeBefore(String body) ->
          results.submit(new CallCommitter.Ended.Start(held, delivery, null, StartAnswer.of(body)));
      case Calls.Outcome.Busy _ -> {
        if (busy.put(delivery, task) == null) {
          metrics.conflict();
        }
        open.hold(delivery.key(), held);
      }
    }
  }

  /** What is kept of an answer: whole if it told something, as whoever asks again must learn it. */
  private static @Nullable String kept(Reply reply, @Nullable StartAnswer told) {
    String excerpt = reply.excerpt();
    if (excerpt == null || told == null || !(reply instanceof Reply.Answered answered)) {
      return excerpt;
    }
    if (!told.equals(NOTHING)) {
      return answered.body();
    }
    // Cut off, it may seem to tell something.
    boolean all = answered.whole() && excerpt.length() == answered.body().length();
    return all || StartAnswer.of(excerpt).equals(NOTHING) ? excerpt : null;
  }

  /** What an accepting answer says; null for a call that failed. */
  private static @Nullable StartAnswer answer(Reply reply) {
    return reply instanceof Reply.Answered answered && reply.accepted()
        ? StartAnswer.of(answered.whole() ? answered.body() : "")
        : null;
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

  /** When to look again; empty when nobody else is making a call that is wanted here. */
  Optional<Duration> untilNextLook() {
    return busy.isEmpty() ? Optional.empty() : Optional.of(BUSY_INTERVAL);
  }
}
