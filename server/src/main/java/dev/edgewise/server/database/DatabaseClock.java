package dev.edgewise.server.database;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of the database's clock that needs no round trip. Each response that contains the
 * database's time corrects it. That time was taken after the statement was sent, so the smallest
 * offset of the recent responses is the most exact.
 */
public final class DatabaseClock {
  /** An observed time counts in its own period and in the next one. */
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private final WaitClock clock;
  private @Nullable Instant origin;
  private long originNanos;
  private long periodEnd;
  private long before = Long.MAX_VALUE;
  private long latest = Long.MAX_VALUE;

  public DatabaseClock(WaitClock clock) {
    this.clock = clock;
  }

  /** The local time at which a statement is sent, for {@link #correct}. */
  public long nanoTime() {
    return clock.nanoTime();
  }

  /**
   * Corrects the estimate by the time in a response.
   *
   * @param sentNanos when the statement was sent, by {@link #nanoTime}
   */
  public synchronized void correct(Instant time, long sentNanos) {
    if (origin == null) {
      origin = time;
      originNanos = sentNanos;
      periodEnd = sentNanos + PERIOD.toNanos();
    }
    turn(sentNanos);
    long ahead = Duration.between(origin, time).toNanos() - (sentNanos - originNanos);
    latest = Math.min(latest, ahead);
  }

  /**
   * The estimated time with PostgreSQL's precision; null when no response has been seen recently.
   */
  public synchronized @Nullable Instant now() {
    long nanos = clock.nanoTime();
    turn(nanos);
    long ahead = Math.min(before, latest);
    return origin == null || ahead == Long.MAX_VALUE
        ? null
        : origin.plusNanos(nanos - originNanos + ahead).truncatedTo(ChronoUnit.MICROS);
  }

  private void turn(long nanos) {
    if (nanos - periodEnd >= 0) {
      before = nanos - periodEnd < PERIOD.toNanos() ? latest : Long.MAX_VALUE;
      latest = Long.MAX_VALUE;
      periodEnd = nanos + PERIOD.toNanos();
    }
  }
}
