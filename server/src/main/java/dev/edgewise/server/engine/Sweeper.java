package dev.edgewise.server.engine;

import dev.edgewise.server.config.Settings;
import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.store.claim.FairShares;
import dev.edgewise.server.store.claim.RateBuckets;
import dev.edgewise.server.store.retention.Retention;
import dev.edgewise.server.store.retention.Retention.Removed;
import dev.edgewise.server.store.wait.SentSignals;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes batches and entries of the audit trail whose retention time is over, token buckets that
 * are full again, and signals that no task has waited for in time.
 */
public final class Sweeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

  private final Retention retention;
  private final RateBuckets buckets;
  private final SentSignals signals;
  private final FairShares shares;
  private final Settings.Retention settings;
  private final InstantSource clock;
  private final Loop loop;

  public Sweeper(
      Retention retention,
      RateBuckets buckets,
      SentSignals signals,
      FairShares shares,
      Settings.Retention settings,
      InstantSource clock) {
    this.retention = retention;
    this.buckets = buckets;
    this.signals = signals;
    this.shares = shares;
    this.settings = settings;
    this.clock = clock;
    this.loop = new Loop("sweeper", settings.interval(), this::sweep);
  }

  /** Starts the loop. */
  public Sweeper start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration sweep() {
    sweepBuckets();
    signals.expire();
    sweepShares();
    if (settings.enabled()) {
      Removed removed = runOnce();
      if (removed.batches() > 0) {
        log.info("Removed {} batches with {} tasks", removed.batches(), removed.tasks());
      }
      int entries = sweepAudit();
      if (entries > 0) {
        log.info("Removed {} entries of the audit trail", entries);
      }
      int ticks = sweepTicks();
      if (ticks > 0) {
        log.info("Removed {} ticks of schedules", ticks);
      }
    }
    return settings.interval();
  }

  /** Removes every batch whose retention time is over, in bounded steps. */
  public Removed runOnce() {
    int batches = 0;
    long tasks = 0;
    Removed step;
    do {
      loop.pulse().begin();
      step = retention.step(clock.instant().minus(settings.age()), settings.batchSize());
      batches += step.batches();
      tasks += step.tasks();
    } while (step.batches() > 0);
    return new Removed(batches, tasks);
  }

  /** Removes every token bucket that is full again, in bounded steps, whatever the settings. */
  public int sweepBuckets() {
    int removed = 0;
    int step;
    do {
      loop.pulse().begin();
      step = buckets.sweep();
      removed += step;
    } while (step == RateBuckets.MAX_AT_ONCE);
    return removed;
  }

  /** Forgets what keys have used up of their lanes once it does not matter any more. */
  public void sweepShares() {
    boolean more;
    do {
      loop.pulse().begin();
      more = shares.sweep();
    } while (more);
  }

  /** Removes every entry of the audit trail whose retention time is over, in bounded steps. */
  public int sweepAudit() {
    int entries = 0;
    int step;
    do {
      loop.pulse().begin();
      step = retention.auditStep(clock.instant().minus(settings.age()), settings.batchSize());
      entries += step;
    } while (step == settings.batchSize());
    return entries;
  }

  /** Removes every tick of a schedule whose retention time is over, in bounded steps. */
  public int sweepTicks() {
    int ticks = 0;
    int step;
    do {
      loop.pulse().begin();
      step = retention.tickStep(clock.instant().minus(settings.age()), settings.batchSize());
      ticks += step;
    } while (step > 0);
    return ticks;
  }

  @Override
  public void close() {
    loop.close();
  }
}
