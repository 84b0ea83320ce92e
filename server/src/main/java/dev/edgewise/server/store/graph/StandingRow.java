package dev.edgewise.server.store.graph;

import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Locale;
import java.util.UUID;

/**
 * A row of {@code task/states}.
 *
 * @param anyParked whether any task, of whatever batch, is parked
 */
public record StandingRow(TaskKey key, Standing standing, boolean anyParked) {

  public static StandingRow read(ResultSet row) throws SQLException {
    String pausedFrom = row.getString("paused_from");
    Timestamp nextRetry = row.getTimestamp("next_retry_at");
    return new StandingRow(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        new Standing(
            state(row.getString("status")),
            pausedFrom == null ? null : state(pausedFrom),
            row.getInt("required"),
            row.getInt("satisfied"),
            row.getInt("missed"),
            row.getInt("ended_children"),
            row.getInt("attempt"),
            row.getInt("retries"),
            row.getInt("claims"),
            row.getInt("items"),
            row.getInt("first_item"),
            row.getString("failure_reason"),
            nextRetry == null ? null : nextRetry.toInstant(),
            row.getBoolean("started")),
        row.getBoolean("any_parked"));
  }

  private static TaskState state(String column) {
    return TaskState.valueOf(column.toUpperCase(Locale.ROOT));
  }
}
