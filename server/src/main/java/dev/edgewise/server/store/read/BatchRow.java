package dev.edgewise.server.store.read;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A batch and the counts that its own row keeps. JSON values are texts, null when there is none.
 *
 * @param total how many tasks it has
 * @param lastNo the highest number that a task of it has
 * @param completedAt null until every task has ended
 * @param inputs null when there are none, and in lists
 * @param parent the task that called it; null when none did
 * @param paused whether the whole batch is paused and not over
 */
public record BatchRow(
    UUID batchId,
    @Nullable String name,
    @Nullable String metadata,
    @Nullable String labels,
    BatchOutcome outcome,
    int total,
    int lastNo,
    int success,
    int failure,
    int canceled,
    int skipped,
    @Nullable String result,
    Instant createdAt,
    @Nullable Instant completedAt,
    @Nullable String inputs,
    boolean stopsOnFailure,
    @Nullable Duration deadline,
    @Nullable TaskKey parent,
    boolean paused) {

  static BatchRow read(ResultSet row) throws SQLException {
    return new BatchRow(
        row.getObject("batch_id", UUID.class),
        row.getString("name"),
        row.getString("metadata"),
        row.getString("labels"),
        BatchOutcome.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        row.getInt("total"),
        row.getInt("last_no"),
        row.getInt("success"),
        row.getInt("failure"),
        row.getInt("canceled"),
        row.getInt("skipped"),
        row.getString("result"),
        Cells.time(row, "created_at"),
        Cells.timeOrNull(row, "completed_at"),
        row.getString("inputs"),
        row.getBoolean("stops_on_failure"),
        Cells.millisOrNull(row, "deadline_millis"),
        parent(row),
        row.getBoolean("paused"));
  }

  private static @Nullable TaskKey parent(ResultSet row) throws SQLException {
    UUID batchId = row.getObject("parent_batch", UUID.class);
    return batchId == null ? null : new TaskKey(batchId, row.getInt("parent_no"));
  }

  /** How many tasks are in each state, as far as the row knows: all of it once they have ended. */
  Map<TaskState, Long> ended() {
    Map<TaskState, Long> states = new EnumMap<>(TaskState.class);
    for (TaskState state : TaskState.values()) {
      states.put(state, 0L);
    }
    states.put(TaskState.SUCCESS, (long) success);
    states.put(TaskState.FAILURE, (long) failure);
    states.put(TaskState.CANCELED, (long) canceled);
    states.put(TaskState.SKIPPED, (long) skipped);
    return states;
  }

  /** Whether every task has ended. */
  public boolean completed() {
    return completedAt != null;
  }
}
