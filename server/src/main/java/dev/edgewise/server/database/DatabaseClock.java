package dev.edgewise.server.database;

import dev.edgewise.server.life.WaitClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of the database's clock that needs no round trip. Each response that contains the
 * database's time corrects it. That time was taken after the statement was sent and before the
 * response came, so a response bounds the offset of the two clocks on both sides; the smallest
 * upper bound of the recent responses is the most exact.
 *
 * <p>What the estimate guarantees while both clocks run at the same speed:
 *
 * <ul>
 *   <li>It is ahead of the database by {@link #MAX_AHEAD} at most, and usually by no more than the
 *       quickest round trip of the last seconds.
 *   <li>It is not behind any time that a response contained.
 *   <li>Each time it gives is later than the one before.
 * </ul>
 *
 * <p>A pause of the JVM does no harm, because the clock of its machine goes on. If the database's
 * clock is set forward, or this machine was suspended, the next response corrects the estimate. If
 * the database's clock is set back by more than {@link #MAX_AHEAD}, the estimate goes back too.
 * Another server's clock is another estimate: see {@link Era}.
 */
public final class DatabaseClock {
  /** A response that took longer says too little about when its time was taken. */
  public static final Duration MAX_AHEAD = Duration.ofSeconds(1);

  /** An observed time counts in its own period and in the next one. */
  private static final Duration PERIOD = Duration.ofSeconds(5);

  private static final long UNKNOWN = Long.MAX_VALUE;

  private final WaitClock clock;
  private final long start;
  private long periodEnd;
  private long before = UNKNOWN;
  private long latest = UNKNOWN;
  private Instant last = Instant.EPOCH;

  public DatabaseClock(WaitClock clock) {
    this.clock = clock;
    this.start = clock.nanoTime();
    this.periodEnd = start + PERIOD.toNanos();
  }

  /**
   * Runs an exchange that returns the database's time, corrects the estimate by it and returns the
   * time after it; null when the exchange returns none.
   */
  public @Nullable Instant observe(Supplier<@Nullable Instant> exchange) {
    long sent = clock.nanoTime();
    @Nullable Instant time = exchange.get();
    return time == null ? null : correct(time, sent, clock.nanoTime());
  }

  private synchronized Instant correct(Instant time, long sent, long received) {
    turn(received);
    long sinceEpoch = Duration.between(Instant.EPOCH, time).toNanos();
    long least = sinceEpoch - (received - start);
    long most = sinceEpoch - (sent - start);
    if (offset() < least) {
      before = UNKNOWN;
      latest = UNKNOWN;
    }
    if (received - sent <= MAX_AHEAD.toNanos()) {
      latest = Math.min(latest, most);
    }
    Instant known = now();
    return known == null ? given(time) : known;
  }

  /**
   * The estimated time with PostgreSQL's precision; null when no response has been seen recently.
   */
  public synchronized @Nullable Instant now() {
    long nanos = clock.nanoTime();
    turn(nanos);
    return offset() == UNKNOWN ? null : given(Instant.EPOCH.plusNanos(nanos - start + offset()));
  }

  private long offset() {
    return Math.min(before, latest);
  }

  /** A correction may take the estimate back a little, but not the times that it gives. */
  private Instant given(Instant estimate) {
    Instant next = last.plus(1, ChronoUnit.MICROS);
    boolean setBack = estimate.isBefore(last.minus(MAX_AHEAD));
    last = estimate.isBefore(next) && !setBack ? next : estimate.truncatedTo(ChronoUnit.MICROS);
    return last;
  }

  private void turn(long nanos) {
    if (nanos - periodEnd >= 0) {
      before = nanos - periodEnd < PERIOD.toNanos() ? latest : UNKNOWN;
      latest = UNKNOWN;
      periodEnd = nanos + PERIOD.toNanos();
    }
  }
}
