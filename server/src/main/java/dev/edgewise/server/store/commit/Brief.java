package dev.edgewise.server.store.commit;

import dev.edgewise.core.state.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an executor has to know of a task. JSON values are texts, null when there is none.
 *
 * @param onStart the action to call; null for a worker's task
 */
public record Brief(
    TaskKey task,
    String kind,
    String name,
    String lane,
    @Nullable String metadata,
    @Nullable String input,
    @Nullable String onStart,
    int timeoutSecs) {

  /** Reads it from a row that has all of it. */
  public static Brief read(ResultSet row) throws SQLException {
    return new Brief(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        row.getString("kind"),
        row.getString("name"),
        row.getString("lane"),
        row.getString("metadata"),
        row.getString("input"),
        row.getString("on_start"),
        row.getInt("timeout_secs"));
  }
}
