package dev.edgewise.server.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts the thread that created it after a given time, unless it is closed before. It limits
 * blocking calls that have no timeout of their own.
 */
final class InterruptTimer implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Thread thread = Thread.currentThread();
  private final Future<?> call;
  private boolean closed;
  private boolean fired;

  private InterruptTimer(Duration time) {
    call = CLOCK.schedule(this::fire, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Starts a timer for the calling thread. */
  static InterruptTimer after(Duration time) {
    return new InterruptTimer(time);
  }

  private static ScheduledThreadPoolExecutor clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("interrupt-timer").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private synchronized void fire() {
    if (!closed) {
      fired = true;
      thread.interrupt();
    }
  }

  /** Whether the thread was interrupted. */
  synchronized boolean fired() {
    return fired;
  }

  /** Stops the timer and clears the interrupt flag if the timer has set it. */
  @Override
  public synchronized void close() {
    closed = true;
    call.cancel(false);
    if (fired) {
      Thread.interrupted();
    }
  }
}
