package dev.edgewise.server.life;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** The longest time that a stop may take: after it the process ends whatever its threads do. */
public final class StopLimit implements AutoCloseable {
  private final Duration limit;
  private final PrintStream err;
  private final IntConsumer halt;
  private final CountDownLatch stopped = new CountDownLatch(1);

  /**
   * @param err where the message goes
   * @param halt ends the process with an exit code
   */
  StopLimit(Duration limit, PrintStream err, IntConsumer halt) {
    this.limit = limit;
    this.err = err;
    this.halt = halt;
    // A thread of the system: virtual ones may be starved by whatever keeps the server from
    // stopping.
    Thread.ofPlatform().daemon().name("stop-limit").start(this::watch);
  }

  /** Begins to count; closing it, once the server has stopped, ends that. */
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
          "Edgewise could not stop in good order within %d s (DRAIN_TIMEOUT_SECS) and ends now with"
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
