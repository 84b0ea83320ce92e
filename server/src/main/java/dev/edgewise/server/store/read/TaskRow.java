package dev.edgewise.server.store.read;

import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task as lists show it.
 *
 * @param startedAt null before the current attempt has started
 * @param endedAt null until the task has ended
 * @param expectedCount null when the amount of work was not announced
 * @param failureReason null unless it failed, was canceled or was skipped
 * @param nextRetryAt null unless it waits for its next attempt
 */
public record TaskRow(
    TaskKey key,
    String name,
    String kind,
    TaskState state,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    long success,
    long failures,
    @Nullable Long expectedCount,
    boolean deadEndBarrier,
    int priority,
    int attempt,
    @Nullable String failureReason,
    @Nullable Instant nextRetryAt,
    Join join) {

  static TaskRow read(ResultSet row) throws SQLException {
    return new TaskRow(
        Cells.key(row, "batch_id", "no"),
        row.getString("name"),
        row.getString("kind"),
        Cells.state(row, "status"),
        Cells.time(row, "created_at"),
        Cells.timeOrNull(row, "started_at"),
        Cells.timeOrNull(row, "ended_at"),
        row.getLong("success"),
        row.getLong("failures"),
        Cells.longOrNull(row, "expected_count"),
        row.getBoolean("dead_end_barrier"),
        row.getInt("priority"),
        row.getInt("attempt"),
        row.getString("failure_reason"),
        Cells.timeOrNull(row, "next_retry_at"),
        new Join(row.getInt("join_count")));
  }
}
