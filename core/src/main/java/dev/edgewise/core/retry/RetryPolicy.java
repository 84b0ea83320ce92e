package dev.edgewise.core.retry;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often and with which delays a failed task is retried.
 *
 * @param maxRetries the largest number of retries
 * @param initialDelaySecs delay before the first retry
 * @param backoffMultiplier the factor from one delay to the next
 * @param maxDelaySecs the longest delay
 * @param retryOn the failures that are retried; null for all
 * @param jitter the fraction of the delay that is randomly removed, from 0 to 1
 */
public record RetryPolicy(
    int maxRetries,
    int initialDelaySecs,
    double backoffMultiplier,
    int maxDelaySecs,
    @Nullable Set<FailureType> retryOn,
    double jitter) {

  public RetryPolicy {
    retryOn = retryOn == null ? null : Set.copyOf(retryOn);
  }

  /** Whether a failure of this type is retried after {@code spent} retries. */
  public boolean takes(FailureType type, int spent) {
    return spent < maxRetries && (retryOn == null || retryOn.contains(type));
  }

  /**
   * Returns the delay before the retry after {@code spent} earlier ones.
   *
   * @param chance a random number from 0 (inclusive) to 1 (exclusive) for the jitter
   */
  public Duration delay(int spent, double chance) {
    double grown = initialDelaySecs * Math.pow(backoffMultiplier, spent);
    double bounded = Double.isFinite(grown) ? Math.min(grown, maxDelaySecs) : maxDelaySecs;
    double jittered = bounded * (1 - jitter * chance);
    return Duration.ofMillis(Math.round(jittered * 1000));
  }
}
