package dev.edgewise.server.store.read;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An edge.
 *
 * @param fact null while the edge is open
 */
public record EdgeRow(TaskKey parent, TaskKey child, Condition condition, @Nullable Fact fact) {

  /**
   * How an edge was resolved.
   *
   * @param rowVersion id of the ledger entry that resolved it
   */
  public record Fact(
      boolean satisfied, Resolution resolution, Instant at, int attempt, long rowVersion) {}

  static EdgeRow read(ResultSet row) throws SQLException {
    Boolean satisfied = Cells.flagOrNull(row, "satisfied");
    return new EdgeRow(
        Cells.key(row, "parent_batch", "parent"),
        Cells.key(row, "child_batch", "child"),
        Cells.condition(row.getString("condition")),
        satisfied == null
            ? null
            : new Fact(
                satisfied,
                Resolution.valueOf(row.getString("resolution")),
                Cells.time(row, "satisfied_at"),
                row.getInt("satisfying_attempt"),
                row.getLong("row_version")));
  }
}
