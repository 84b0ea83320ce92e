package dev.edgewise.server.life;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Ends the process when a stop takes longer than its limit. */
public final class StopLimit implements AutoCloseable {
  private final Duration limit;
  private final PrintStream err;
  private final IntConsumer halt;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * @param err receives the message
   * @param halt ends the process with an exit code
   */
  StopLimit(Duration limit, PrintStream err, IntConsumer halt) {
    this.limit = limit;
    this.err = err;
    this.halt = halt;
    // A platform thread: whatever keeps the server from stopping may also occupy all carriers of
    // virtual threads.
    Thread.ofPlatform().daemon().name("stop-limit").start(this::watch);
  }

  /** Starts the timer; close it when the server has stopped. */
  public static StopLimit begin(Duration limit) {
    return new StopLimit(limit, System.err, Runtime.getRuntime()::halt);
  }

  private void watch() {
    boolean inTime = false;
    try {
      inTime = stopped.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!inTime) {
        end();
      }
    }
  }

  private void end() {
    try {
      err.printf(
          "Edgewise did not stop within %d s (DRAIN_TIMEOUT_SECS) and is terminated with"
              + " exit code %d. Nothing that was committed is lost.%n",
          limit.toSeconds(), ProcessEnd.EXIT_CODE);
      err.flush();
    } finally {
      halt.accept(ProcessEnd.EXIT_CODE);
    }
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
