package dev.edgewise.server.store.access;

import dev.edgewise.core.state.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored workspace.
 *
 * @param queued tasks that have neither started nor ended
 * @param running tasks that executors hold
 */
public record WorkspaceRow(
    Workspace workspace,
    String tenant,
    String name,
    Quotas quotas,
    long queued,
    long running,
    Instant createdAt,
    Instant updatedAt) {

  static WorkspaceRow read(ResultSet row) throws SQLException {
    return new WorkspaceRow(
        new Workspace(row.getInt("number")),
        row.getString("tenant"),
        row.getString("name"),
        quotas(row),
        row.getLong("queued"),
        row.getLong("running"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant());
  }

  static Quotas quotas(ResultSet row) throws SQLException {
    return new Quotas(
        row.getObject("max_queued", Long.class),
        row.getObject("max_running", Integer.class),
        row.getObject("submissions_per_minute", Integer.class));
  }

  static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    var time = row.getTimestamp(column);
    return time == null ? null : time.toInstant();
  }
}
