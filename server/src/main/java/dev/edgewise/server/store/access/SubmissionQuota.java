package dev.edgewise.server.store.access;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.submission.Submitted;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Decides in the submitting transaction whether the quotas of a workspace admit a submission. */
public final class SubmissionQuota {
  private static final int SECONDS_PER_MINUTE = 60;

  /** A queue that is full may have room again at any moment. */
  private static final int FULL_RETRY_SECS = 5;

  private SubmissionQuota() {}

  /**
   * The state of a workspace's quotas.
   *
   * @param left what was left of the bucket of submissions at the moment {@code at}; the bucket is
   *     full when {@code at} is null
   */
  record Standing(Quotas quotas, double left, @Nullable Instant at, long queued) {

    /** The bucket at a moment: it is refilled evenly and holds one minute's submissions. */
    double bucket(int perMinute, Instant now) {
      if (at == null) {
        return perMinute;
      }
      double minutes = Duration.between(at, now).toMillis() / 60_000.0;
      return Math.min(perMinute, left + Math.max(0, minutes) * perMinute);
    }
  }

  /**
   * Counts a submission; null when it is admitted. The row of the workspace stays locked until the
   * transaction ends, so that the quotas hold on all servers together.
   */
  public static Submitted.@Nullable TooMany refusal(
      Handle handle, Workspace workspace, int tasks, Instant now) {
    Standing standing =
        handle
            .createQuery(Sql.named("workspace/standing"))
            .bind("number", workspace.number())
            .map((row, _) ->
                new Standing(
                    WorkspaceRow.quotas(row),
                    row.getDouble("submissions_left"),
                    WorkspaceRow.time(row, "submissions_at"),
                    row.getLong("queued")))
            .one();
    Long maxQueued = standing.quotas().maxQueued();
    if (maxQueued != null && standing.queued() + tasks > maxQueued) {
      return new Submitted.TooMany(
          "The workspace has %d tasks in its queue and may have %d (max_queued); the submission has %d."
              .formatted(standing.queued(), maxQueued, tasks),
          FULL_RETRY_SECS);
    }
    Integer perMinute = standing.quotas().submissionsPerMinute();
    if (perMinute == null) {
      return null;
    }
    double bucket = standing.bucket(perMinute, now);
    if (bucket < 1) {
      return new Submitted.TooMany(
          "The workspace may submit %d times per minute (submissions_per_minute)."
              .formatted(perMinute),
          perMinute == 0
              ? SECONDS_PER_MINUTE
              : (int) Math.ceil((1 - bucket) * SECONDS_PER_MINUTE / perMinute));
    }
    handle
        .createUpdate(Sql.named("workspace/count_submission"))
        .bind("number", workspace.number())
        .bind("left", bucket - 1)
        .bind("now", Timestamp.from(now))
        .execute();
    return null;
  }
}
