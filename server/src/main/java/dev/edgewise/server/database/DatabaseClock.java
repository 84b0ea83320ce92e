package dev.edgewise.server.database;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The database's clock, read without asking. Every answer that tells the time corrects it. What an
 * answer tells was true after its question was sent, so the earliest of the last answers is the
 * closest.
 */
public final class DatabaseClock {
  /** An answer counts for as long as this, twice at most. */
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

  /** The time at which a question is sent, for {@link #told}. */
  public long nanoTime() {
    return clock.nanoTime();
  }

  /**
   * Takes note of what an answer told.
   *
   * @param sentNanos when its question was sent
   */
  public synchronized void told(Instant time, long sentNanos) {
    if (origin == null) {
      origin = time;
      originNanos = sentNanos;
      periodEnd = sentNanos + PERIOD.toNanos();
    }
    turn(sentNanos);
    long ahead = Duration.between(origin, time).toNanos() - (sentNanos - originNanos);
    latest = Math.min(latest, ahead);
  }

  /** The time, as exactly as it is kept; null when nobody has told it for too long. */
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
