package dev.edgewise.sdk;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Exponential backoff with jitter. */
final class Backoff {

  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 5_000;

  private long millis = FIRST_MILLIS;

  /** How long to wait before the next attempt. */
  Duration next() {
    long pause = millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    millis = Math.min(millis * 2, LONGEST_MILLIS);
    return Duration.ofMillis(pause);
  }

  /** The log level for a failure: a warning for the first of a series, debug for the rest. */
  Level level() {
    return millis == FIRST_MILLIS ? Level.WARNING : Level.DEBUG;
  }

  /** Starts over after a success. */
  void reset() {
    millis = FIRST_MILLIS;
  }
}
