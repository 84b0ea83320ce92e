package dev.edgewise.server.store.access;

import org.jspecify.annotations.Nullable;

/**
 * The limits of a workspace; null means that there is none.
 *
 * @param maxQueued the most tasks that have neither started nor ended
 * @param maxRunning the most tasks that executors hold
 * @param submissionsPerMinute the rate of submissions, and the most at once after a rest
 */
public record Quotas(
    @Nullable Long maxQueued,
    @Nullable Integer maxRunning,
    @Nullable Integer submissionsPerMinute) {

  public static final Quotas NONE = new Quotas(null, null, null);

  /** Whether submissions have to be counted. */
  public boolean limitSubmissions() {
    return maxQueued != null || submissionsPerMinute != null;
  }
}
