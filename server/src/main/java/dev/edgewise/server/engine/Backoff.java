package dev.edgewise.server.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long an owed call waits after it failed. */
public final class Backoff {
  private static final double FIRST_SECS = 1;
  private static final double LONGEST_SECS = 300;
  private static final Duration LONGEST_WISH = Duration.ofHours(1);

  private Backoff() {}

  /**
   * The wait after so many calls, doubling from one second to five minutes, shortened by chance by
   * up to a half so that calls that failed together do not come back together; a receiver may wish
   * for more.
   *
   * @param wish what the receiver asked for; null when it asked for nothing
   * @param chance from 0 (inclusive) to 1 (exclusive)
   */
  public static Duration after(int calls, @Nullable Duration wish, double chance) {
    double grown = Math.min(LONGEST_SECS, FIRST_SECS * Math.pow(2, Math.max(0, calls - 1)));
    Duration wait = Duration.ofMillis(Math.round(grown * (1 - chance / 2) * 1000));
    if (wish == null || wish.compareTo(wait) <= 0) {
      return wait;
    }
    return wish.compareTo(LONGEST_WISH) < 0 ? wish : LONGEST_WISH;
  }
}
