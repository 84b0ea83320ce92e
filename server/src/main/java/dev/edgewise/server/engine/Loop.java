package dev.edgewise.server.engine;

import dev.edgewise.server.database.Outage;
import dev.edgewise.server.life.ProcessEnd;
import dev.edgewise.server.life.Pulse;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a piece of work repeatedly on one virtual thread, with pauses in between. A failure is
 * logged and the work is run again after a pause. An Error ends the thread, and with it the
 * process.
 */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  /** The pause after a run that found the database unavailable. */
  private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(1);

  private final String name;
  private final Work work;
  private final Duration longestPause;
  private final Semaphore wakeUps = new Semaphore(0);
  private final Pulse pulse;
  private volatile boolean stopping;
  private boolean failing;

  /** The work of a loop. */
  @FunctionalInterface
  public interface Work {
    /** Does the work that is due. Returns the time until more is expected. */
    Duration runOnce();
  }

  /**
   * @param longestPause the longest time between two runs, whatever the work returned
   */
  public Loop(String name, Duration longestPause, Work work) {
    this.name = name;
    this.work = work;
    this.longestPause = longestPause;
    this.pulse = new Pulse(name);
  }

  /** Starts the thread. */
  public void start() {
    pulse.start(Thread.ofVirtual().name(name).unstarted(this::run));
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return pulse;
  }

  /** Ends the current pause. */
  public void wake() {
    if (wakeUps.availablePermits() == 0) {
      wakeUps.release();
    }
  }

  private void run() {
    while (!stopping) {
      Duration asked = attempt();
      // Compared as durations: a time in the year 9999 overflows a long of nanoseconds.
      Duration pause = asked.compareTo(longestPause) < 0 ? asked : longestPause;
      try {
        long nanos = pause.toNanos();
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
    pulse.begin();
    try {
      Duration pause = work.runOnce();
      if (failing) {
        failing = false;
        log.info("{} has recovered", name);
      }
      return pause;
    } catch (RuntimeException e) {
      VirtualMachineError fatal = ProcessEnd.fatal(e);
      if (fatal != null) {
        throw fatal;
      }
      boolean outage = Outage.caused(e);
      if (!failing && outage) {
        log.warn("{} waits for the database: {}", name, e.getMessage());
      } else if (!failing) {
        log.error("{} failed and will be run again", name, e);
      }
      failing = true;
      return outage ? OUTAGE_PAUSE : longestPause;
    } finally {
      pulse.end();
    }
  }

  /** Waits for the current run to end and stops. */
  @Override
  public void close() {
    stopping = true;
    wake();
    if (!pulse.awaitEnd()) {
      log.warn("{} did not stop in time and is abandoned", name);
    }
  }
}
