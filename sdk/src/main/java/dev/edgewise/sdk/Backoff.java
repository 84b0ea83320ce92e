package dev.edgewise.sdk;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that grow from one failure to the next, with a share of chance in each. */
final class Backoff {

  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 5_000;

  private long millis = FIRST_MILLIS;

  /** How long to wait before the next try. */
  Duration next() {
    long pause = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    millis = Math.min(millis * 2, LONGEST_MILLIS);
    return Duration.ofMillis(pause);
  }

  /** How loud a failure is told: only the first of a row is news. */
  Level level() {
    return millis == FIRST_MILLIS ? Level.WARNING : Level.DEBUG;
  }

  /** The next failure is a first one again. */
  void reset() {
    millis = FIRST_MILLIS;
  }
}
