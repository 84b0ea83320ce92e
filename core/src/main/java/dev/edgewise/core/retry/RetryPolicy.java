package dev.edgewise.core.retry;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often and how patiently a failed task is tried again.
 *
 * @param maxRetries further attempts after the first run
 * @param initialDelaySecs delay before the first retry
 * @param backoffMultiplier growth of the delay from one retry to the next
 * @param maxDelaySecs bound of the delay
 * @param retryOn the failures that are retried; null means all of them
 * @param jitter the share of the delay that chance may take off, from 0 to 1
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

  /** Whether a failure of this type after {@code spent} retries is tried again. */
  public boolean takes(FailureType type, int spent) {
    return spent < maxRetries && (retryOn == null || retryOn.contains(type));
  }

  /**
   * The delay before the retry that follows {@code spent} earlier ones.
   *
   * @param chance a number from 0 (inclusive) to 1 (exclusive) that the jitter draws on
   */
  public Duration delay(int spent, double chance) {
    double grown = initialDelaySecs * Math.pow(backoffMultiplier, spent);
    double bounded = Double.isFinite(grown) ? Math.min(grown, maxDelaySecs) : maxDelaySecs;
    double jittered = bounded * (1 - jitter * chance);
    return Duration.ofMillis(Math.round(jittered * 1000));
  }
}
