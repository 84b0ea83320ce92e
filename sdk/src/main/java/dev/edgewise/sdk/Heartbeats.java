package dev.edgewise.sdk;

import dev.edgewise.api.CompletionResult;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.HeartbeatAnswer;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The loop that extends the leases of all held tasks and learns which of them to cancel. */
final class Heartbeats {

  private static final Logger log = System.getLogger(Heartbeats.class.getName());

  /** The largest number of heartbeats that the server accepts in one request. */
  private static final int MAX_AT_ONCE = 10_000;

  private final WorkCalls calls;
  private final Set<Holding> held;
  private final Duration pause;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Backoff backoff = new Backoff();

  Heartbeats(WorkCalls calls, Set<Holding> held, Duration pause) {
    this.calls = calls;
    this.held = held;
    this.pause = pause;
    Thread.ofVirtual().name("edgewise-heartbeats").start(this::loop);
  }

  private void loop() {
    try {
      Duration next = pause;
      while (!closing.await(next.toMillis(), TimeUnit.MILLISECONDS)) {
        next = beat() ? pause : shorter(backoff.next(), pause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends a heartbeat for every held task; returns whether the server accepted it. */
  private boolean beat() throws InterruptedException {
    List<Holding> now = List.copyOf(held);
    try {
      for (int from = 0; from < now.size(); from += MAX_AT_ONCE) {
        beat(now.subList(from, Math.min(from + MAX_AT_ONCE, now.size())));
      }
      backoff.reset();
      return true;
    } catch (EdgewiseException e) {
      log.log(backoff.level(), "Cannot extend leases: {0}", e.getMessage());
      now.stream().filter(Holding::hasLapsed).forEach(Holding::cancel);
      return false;
    }
  }

  private void beat(List<Holding> some) throws InterruptedException {
    List<Heartbeat> beats = some.stream().map(Holding::heartbeat).toList();
    List<HeartbeatAnswer> answers = calls.heartbeat(beats);
    for (int i = 0; i < some.size(); i++) {
      some.get(i).confirmProgress(beats.get(i));
      apply(some.get(i), answers.get(i));
    }
  }

  private static void apply(Holding holding, HeartbeatAnswer answer) {
    if (answer.result() == CompletionResult.OK) {
      holding.confirm();
    }
    if (answer.shouldCancel()) {
      holding.cancel();
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  void stop() {
    closing.countDown();
  }
}
