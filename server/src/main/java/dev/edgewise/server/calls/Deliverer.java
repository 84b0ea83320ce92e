package dev.edgewise.server.calls;

import dev.edgewise.server.engine.Backoff;
import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.delivery.Outbox;
import dev.edgewise.server.webhook.Hosts;
import dev.edgewise.server.webhook.Reply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the calls that tasks owe at their end, until each has succeeded or is given up. */
final class Deliverer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Deliverer.class);
  private static final int MAX_HOSTS_AT_ONCE = 500;

  /** How soon to look again for calls that are due but wait for another call to end. */
  private static final Duration HELD_BACK = Duration.ofMillis(50);

  private static final Duration BUSY_DELAY = Duration.ofSeconds(1);

  private final Outbox outbox;
  private final Calls calls;
  private final CallResults results;
  private final Hosts hosts;
  private final WebhookMetrics metrics;
  private final Settings settings;
  private final Signals signals;
  private final Signals.Listener listener;
  private final Loop loop;

  /** Whether calls are due for which there was no room. */
  private volatile boolean crowded;

  /**
   * How it works.
   *
   * @param maxDeliveries after how many calls one is given up
   * @param interval the safety net: the longest time between two looks at the outbox
   */
  record Settings(int maxDeliveries, Duration interval) {}

  Deliverer(
      Outbox outbox,
      Calls calls,
      CallResults results,
      Hosts hosts,
      WebhookMetrics metrics,
      Settings settings,
      Signals signals) {
    this.outbox = outbox;
    this.calls = calls;
    this.results = results;
    this.hosts = hosts;
    this.metrics = metrics;
    this.settings = settings;
    this.signals = signals;
    this.loop = new Loop("deliverer", settings.interval(), this::runOnce);
    this.listener =
        new Signals.Listener() {
          @Override
          public void calls() {
            loop.wake();
          }
        };
    signals.add(listener);
    hosts.whenRoom(() -> {
      if (crowded) {
        loop.wake();
      }
    });
  }

  void start() {
    loop.start();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  /** Begins every call that is due and has room; answers how long there will be none. */
  Duration runOnce() {
    while (true) {
      loop.pulse().begin();
      Map<String, Duration> due = outbox.hosts();
      List<String> now =
          due.entrySet().stream()
              .filter(host -> !host.getValue().isPositive())
              .map(Map.Entry::getKey)
              .toList();
      if (deliver(now) == 0) {
        return pause(due, now);
      }
    }
  }

  private int deliver(List<String> wanted) {
    if (wanted.isEmpty()) {
      crowded = false;
      return 0;
    }
    try (Hosts.Reservation room = hosts.reserve(wanted, MAX_HOSTS_AT_ONCE)) {
      crowded = true;
      if (room.total() == 0) {
        return 0;
      }
      List<Outbox.Owed> owed = outbox.take(room.rooms(), room.total());
      owed.forEach(call -> room.use(call.host()));
      calls.make(owed.stream().map(this::wanted).toList());
      return owed.size();
    }
  }

  /** A place that becomes free wakes the loop besides. */
  private Duration pause(Map<String, Duration> due, List<String> now) {
    Duration pause = hosts.untilNextTry().orElse(settings.interval());
    for (Duration until : due.values()) {
      if (until.isPositive() && until.compareTo(pause) < 0) {
        pause = until;
      }
    }
    boolean heldBack = now.stream().anyMatch(host -> !hosts.sick(host));
    return heldBack && HELD_BACK.compareTo(pause) < 0 ? HELD_BACK : pause;
  }

  private Calls.Wanted wanted(Outbox.Owed owed) {
    return new Calls.Wanted(
        owed.delivery(),
        owed.token(),
        owed.action(),
        owed.host(),
        null,
        outcome -> end(owed, outcome));
  }

  private void end(Outbox.Owed owed, Calls.Outcome outcome) {
    results.submit(
        switch (outcome) {
          case Calls.Outcome.Made made ->
              new CallResults.Ended.Owed(
                  settled(owed, made.reply()),
                  owed.delivery(),
                  made.end(owed.delivery(), made.reply().excerpt()));
          case Calls.Outcome.MadeBefore _ ->
              new CallResults.Ended.Owed(
                  new Outbox.Settled(owed.id(), true, Duration.ZERO, false), owed.delivery(), null);
          case Calls.Outcome.Busy _ ->
              new CallResults.Ended.Owed(
                  new Outbox.Settled(owed.id(), false, BUSY_DELAY, false), owed.delivery(), null);
        });
  }

  private Outbox.Settled settled(Outbox.Owed owed, Reply reply) {
    if (reply.accepted()) {
      return new Outbox.Settled(owed.id(), true, Duration.ZERO, false);
    }
    boolean dead = owed.deliveries() >= settings.maxDeliveries();
    if (dead) {
      metrics.gaveUp();
      log.error(
          "Delivery {} is given up after {} calls: {}",
          owed.delivery().key(),
          owed.deliveries(),
          reply.failure());
    }
    Duration wish = reply instanceof Reply.Answered answered ? answered.retryAfter() : null;
    double chance = ThreadLocalRandom.current().nextDouble();
    return new Outbox.Settled(
        owed.id(), false, Backoff.after(owed.deliveries(), wish, chance), dead);
  }

  /** Begins no more calls. */
  @Override
  public void close() {
    signals.remove(listener);
    loop.close();
  }
}
