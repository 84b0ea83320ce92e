package dev.edgewise.server.engine;

import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.schedule.Schedules;
import dev.edgewise.server.store.schedule.Ticks;
import dev.edgewise.server.store.schedule.Ticks.Decided;
import dev.edgewise.server.store.schedule.Ticks.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the runs of workflows when their schedules are due. */
public final class Scheduler implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Scheduler.class);
  private static final Duration NOTHING_KNOWN = Duration.ofHours(1);

  /**
   * The loop sleeps until the next tick, and signals announce changed schedules. This bounds the
   * delay when a signal is lost.
   */
  private static final Duration SAFETY_NET = Duration.ofSeconds(30);

  private final Schedules schedules;
  private final Ticks ticks;
  private final Signals signals;
  private final Loop loop;
  private final Signals.Listener listener;
  private final Runnable skipped;

  /**
   * @param skipped called for each tick that no run was started for
   */
  public Scheduler(Schedules schedules, Ticks ticks, Signals signals, Runnable skipped) {
    this.skipped = skipped;
    this.schedules = schedules;
    this.ticks = ticks;
    this.signals = signals;
    this.loop = new Loop("scheduler", SAFETY_NET, this::runUntilNext);
    this.listener =
        new Signals.Listener() {
          @Override
          public void timer() {
            loop.wake();
          }
        };
    signals.add(listener);
  }

  /** Starts the loop. */
  public Scheduler start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration runUntilNext() {
    Optional<Decided> decided;
    do {
      loop.pulse().begin();
      decided = ticks.next();
      decided.ifPresent(this::report);
    } while (decided.isPresent());
    return schedules.untilNext().orElse(NOTHING_KNOWN);
  }

  private void report(Decided decided) {
    if (decided.outcome() == Outcome.SKIPPED || decided.outcome() == Outcome.MISSED) {
      skipped.run();
    }
    switch (decided.outcome()) {
      case STARTED ->
          log.debug("Schedule {}: started the run of {}", decided.schedule(), decided.tick());
      case REFUSED ->
          log.warn(
              "Schedule {}: the run of {} could not be started: {}",
              decided.schedule(),
              decided.tick(),
              decided.error());
      case SKIPPED ->
          log.info(
              "Schedule {}: skipped {}, the previous run has not ended",
              decided.schedule(),
              decided.tick());
      case MISSED ->
          log.warn(
              "Schedule {}: missed {}, it is older than its catch_up",
              decided.schedule(),
              decided.tick());
      case QUEUED ->
          log.debug("Schedule {}: queued the run of {}", decided.schedule(), decided.tick());
    }
  }

  @Override
  public void close() {
    signals.remove(listener);
    loop.close();
  }
}
