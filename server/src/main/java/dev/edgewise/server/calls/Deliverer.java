package dev.edgewise.server.calls;

import dev.edgewise.server.engine.Loop;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.delivery.Outbox;
import dev.edgewise.server.webhook.CallReply;
import dev.edgewise.server.webhook.Hosts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the calls in the outbox, which are due when tasks end, until each succeeds or reaches the
 * maximum number of deliveries.
 */
final class Deliverer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Deliverer.class);
  private static final int MAX_HOSTS_AT_ONCE = 500;

  /** The pause when calls are due but none has a place. */
  private static final Duration NO_ROOM_PAUSE = Duration.ofMillis(50);

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

  /** Whether due calls may be waiting for places. */
  private volatile boolean crowded;

  /**
   * The deliverer's settings.
   *
   * @param maxDeliveries the number of failed calls after which a delivery is dead
   * @param interval the longest time between two reads of the outbox, in case a signal is lost
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

  /** Starts every due call that has a place. Returns the time until the next run. */
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
      calls.make(owed.stream().map(this::request).toList());
      return owed.size();
    }
  }

  /** Returns the time until the next run. A free place wakes the loop earlier. */
  private Duration pause(Map<String, Duration> due, List<String> now) {
    Duration pause = hosts.untilNextTry().orElse(settings.interval());
    for (Duration until : due.values()) {
      if (until.isPositive() && until.compareTo(pause) < 0) {
        pause = until;
      }
    }
    boolean noRoom = now.stream().anyMatch(host -> !hosts.sick(host));
    return noRoom && NO_ROOM_PAUSE.compareTo(pause) < 0 ? NO_ROOM_PAUSE : pause;
  }

  private Calls.CallRequest request(Outbox.Owed owed) {
    return new Calls.CallRequest(
        owed.delivery(),
        owed.token(),
        owed.action(),
        owed.host(),
        null,
        result -> end(owed, result));
  }

  private void end(Outbox.Owed owed, Calls.DeliveryResult result) {
    results.submit(
        switch (result) {
          case Calls.DeliveryResult.Made made ->
              new CallResults.Ended.Owed(
                  settled(owed, made.reply()),
                  owed.delivery(),
                  made.end(owed.delivery(), made.reply().excerpt()),
                  results.cancelAction(owed.delivery(), made.reply()));
          case Calls.DeliveryResult.MadeBefore _ ->
              new CallResults.Ended.Owed(
                  new Outbox.Settled(owed.id(), true, Duration.ZERO, false),
                  owed.delivery(),
                  null,
                  null);
          case Calls.DeliveryResult.Busy _ ->
              new CallResults.Ended.Owed(
                  new Outbox.Settled(owed.id(), false, BUSY_DELAY, false),
                  owed.delivery(),
                  null,
                  null);
        });
  }

  private Outbox.Settled settled(Outbox.Owed owed, CallReply reply) {
    if (reply.accepted()) {
      return new Outbox.Settled(owed.id(), true, Duration.ZERO, false);
    }
    boolean dead = owed.deliveries() >= settings.maxDeliveries();
    if (dead) {
      metrics.gaveUp();
      log.error(
          "Delivery {} is dead after {} calls: {}",
          owed.delivery().key(),
          owed.deliveries(),
          reply.failure());
    }
    Duration retryAfter =
        reply instanceof CallReply.Answered answered ? answered.retryAfter() : null;
    double chance = ThreadLocalRandom.current().nextDouble();
    return new Outbox.Settled(
        owed.id(), false, DeliveryBackoff.after(owed.deliveries(), retryAfter, chance), dead);
  }

  /** Stops starting calls. */
  @Override
  public void close() {
    signals.remove(listener);
    loop.close();
  }
}
