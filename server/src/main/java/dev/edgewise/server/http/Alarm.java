package dev.edgewise.server.http;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts the thread that set it when the time is over, unless it was closed before. For waits
 * that know no time-out of their own.
 */
final class Alarm implements AutoCloseable {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final Thread thread = Thread.currentThread();
  private final Future<?> call;
  private boolean closed;
  private boolean rang;

  private Alarm(Duration time) {
    call = CLOCK.schedule(this::ring, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Sets an alarm for the calling thread. */
  static Alarm after(Duration time) {
    return new Alarm(time);
  }

  private static ScheduledThreadPoolExecutor clock() {
    var clock =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("alarms").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  private synchronized void ring() {
    if (!closed) {
      rang = true;
      thread.interrupt();
    }
  }

  /** Whether the thread was interrupted. */
  synchronized boolean rang() {
    return rang;
  }

  /** Leaves no interrupt of its own behind. */
  @Override
  public synchronized void close() {
    closed = true;
    call.cancel(false);
    if (rang) {
      Thread.interrupted();
    }
  }
}
