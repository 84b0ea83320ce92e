package dev.edgewise.server.store.graph;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What an executor has to know of a task. JSON values are texts, null when there is none.
 *
 * @param onStart the action to call; null for a worker's task
 */
public record TaskBrief(
    TaskKey task,
    String kind,
    String name,
    String lane,
    @Nullable String metadata,
    @Nullable String input,
    @Nullable String onStart,
    int timeoutSecs) {

  /** Reads it from a row that has all of it. */
  public static TaskBrief read(ResultSet row) throws SQLException {
    return new TaskBrief(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        row.getString("kind"),
        row.getString("name"),
        row.getString("lane"),
        row.getString("metadata"),
        row.getString("input"),
        row.getString("on_start"),
        row.getInt("timeout_secs"));
  }

  /** Reads the briefs of tasks; those in which a rule has a say are left out. */
  public static Map<TaskKey, TaskBrief> readUnruled(Handle handle, Collection<TaskKey> tasks) {
    Map<TaskKey, TaskBrief> briefs = new HashMap<>();
    if (!tasks.isEmpty()) {
      var columns = new Columns();
      tasks.forEach(columns.keys("give")::add);
      columns
          .bindTo(handle.createQuery(Sql.named("task/to_give")))
          .map((row, _) -> read(row))
          .forEach(brief -> briefs.put(brief.task(), brief));
    }
    return briefs;
  }
}
