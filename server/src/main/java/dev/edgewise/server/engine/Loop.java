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
 * One virtual thread that does a piece of work, sleeps, and does the next. A failure is logged, and
 * the work tried again later; an Error ends the thread, and with it the process.
 */
public final class Loop implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Loop.class);

  /** After which a loop looks again for a database that was not there. */
  private static final Duration OUTAGE_PAUSE = Duration.ofSeconds(1);

  private final String name;
  private final Work work;
  private final Duration longestPause;
  private final Semaphore wakeUps = new Semaphore(0);
  private final Pulse pulse;
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
    this.pulse = new Pulse(name);
  }

  /** Begins to work. */
  public void start() {
    pulse.start(Thread.ofVirtual().name(name).unstarted(this::run));
  }

  /** Whether it lives and moves. */
  public Pulse pulse() {
    return pulse;
  }

  /** Ends the current sleep. */
  public void wake() {
    if (wakeUps.availablePermits() == 0) {
      wakeUps.release();
    }
  }

  private void run() {
    while (!stopping) {
      Duration asked = attempt();
      // Compared as durations: what is due in the year 9999 is too many nanoseconds away.
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
        log.info("{} works again", name);
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
        log.error("{} failed and will go on trying", name, e);
      }
      failing = true;
      return outage ? OUTAGE_PAUSE : longestPause;
    } finally {
      pulse.end();
    }
  }

  /** Lets the current piece of work end and stops. */
  @Override
  public void close() {
    stopping = true;
    wake();
    if (!pulse.awaitEnd()) {
      log.warn("{} is still busy and is left behind", name);
    }
  }
}
