package dev.edgewise.server.calls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The delay before a failed delivery is called again. */
public final class DeliveryBackoff {
  private static final double FIRST_SECS = 1;
  private static final double LONGEST_SECS = 300;
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(1);

  private DeliveryBackoff() {}

  /**
   * Returns the delay after the given number of calls. It doubles from one second to five minutes
   * and is shortened at random by up to a half, so that calls that failed together are not repeated
   * together. A longer Retry-After of the receiver is respected up to one hour.
   *
   * @param retryAfter the delay that the receiver asked for; null if it asked for none
   * @param chance a random number from 0 (inclusive) to 1 (exclusive)
   */
  public static Duration after(int calls, @Nullable Duration retryAfter, double chance) {
    double grown = Math.min(LONGEST_SECS, FIRST_SECS * Math.pow(2, Math.max(0, calls - 1)));
    Duration wait = Duration.ofMillis(Math.round(grown * (1 - chance / 2) * 1000));
    if (retryAfter == null || retryAfter.compareTo(wait) <= 0) {
      return wait;
    }
    return retryAfter.compareTo(LONGEST_RETRY_AFTER) < 0 ? retryAfter : LONGEST_RETRY_AFTER;
  }
}
