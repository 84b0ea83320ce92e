package dev.edgewise.server.engine;

import dev.edgewise.server.life.Pulse;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.schedule.BackfillTicks;
import dev.edgewise.server.store.schedule.BackfillTicks.Looked;
import dev.edgewise.server.store.schedule.Backfills;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the ticks of backfills. */
public final class Backfiller implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Backfiller.class);
  private static final Duration NOTHING_KNOWN = Duration.ofHours(1);

  /** Bounds the delay when the signal of a new backfill is lost. */
  private static final Duration SAFETY_NET = Duration.ofSeconds(30);

  private final Backfills backfills;
  private final BackfillTicks ticks;
  private final Signals signals;
  private final Loop loop;
  private final Signals.Listener listener;

  public Backfiller(Backfills backfills, BackfillTicks ticks, Signals signals) {
    this.backfills = backfills;
    this.ticks = ticks;
    this.signals = signals;
    this.loop = new Loop("backfiller", SAFETY_NET, this::runUntilNext);
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
  public Backfiller start() {
    loop.start();
    return this;
  }

  /** Returns the liveness of the thread. */
  public Pulse pulse() {
    return loop.pulse();
  }

  private Duration runUntilNext() {
    Optional<Looked> looked;
    do {
      loop.pulse().begin();
      looked = ticks.next();
      looked.ifPresent(Backfiller::report);
    } while (looked.isPresent());
    return backfills.untilNext().orElse(NOTHING_KNOWN);
  }

  private static void report(Looked looked) {
    if (looked.failed() > 0) {
      log.warn(
          "Backfill {} of schedule {}: {} runs could not be started",
          looked.backfill(),
          looked.schedule(),
          looked.failed());
    }
  }

  @Override
  public void close() {
    signals.remove(listener);
    loop.close();
  }
}
