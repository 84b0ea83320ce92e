package dev.edgewise.server.store.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The database's clock, read without asking. Every answer that tells the time corrects it. What an
 * answer tells was true after its question was sent, so the earliest of the last answers is the
 * closest.
 */
final class DatabaseClock {
  /** An answer counts for as long as this, twice at most. */
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private @Nullable Instant origin;
  private long originNanos;
  private long periodEnd;
  private long before = Long.MAX_VALUE;
  private long latest = Long.MAX_VALUE;

  /**
   * Takes note of what an answer told.
   *
   * @param sentNanos when its question was sent
   */
  synchronized void told(Instant time, long sentNanos) {
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
  synchronized @Nullable Instant now() {
    long nanos = System.nanoTime();
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
