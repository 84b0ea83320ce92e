package dev.edgewise.server.engine;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One virtual thread that does a piece of work, sleeps, and does the next. */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  private final String name;
  private final Work work;
  private final Duration longestPause;
  private final Semaphore wakeUps = new Semaphore(0);
  private final Thread thread;
  private volatile boolean stopping;
  private boolean failing;

  /** A piece of work. */
  @FunctionalInterface
  public interface Work {
    /** Does what there is to do; answers how long there will be nothing, as far as it knows. */
    Duration runOnce();
  }

  /**
   * @param longestPause after which it looks by itself, whatever the work answered
   */
  public Loop(String name, Duration longestPause, Work work) {
    this.name = name;
    this.work = work;
    this.longestPause = longestPause;
    this.thread = Thread.ofVirtual().name(name).start(this::run);
  }

  /** Ends the current sleep. */
  public void wake() {
    if (wakeUps.availablePermits() == 0) {
      wakeUps.release();
    }
  }

  private void run() {
    while (!stopping) {
      Duration pause = attempt();
      try {
        long nanos = Math.min(pause.toNanos(), longestPause.toNanos());
        if (wakeUps.tryAcquire(Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
          wakeUps.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private Duration attempt() {
    try {
      Duration pause = work.runOnce();
      if (failing) {
        failing = false;
        log.info("{} works again", name);
      }
      return pause;
    } catch (RuntimeException e) {
      if (!failing) {
        failing = true;
        log.error("{} failed and will go on trying", name, e);
      }
      return longestPause;
    }
  }

  /** Lets the current piece of work end and stops. */
  @Override
  public void close() {
    stopping = true;
    wake();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
