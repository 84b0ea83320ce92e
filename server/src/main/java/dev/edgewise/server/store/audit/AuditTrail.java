package dev.edgewise.server.store.audit;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Writes and reads the audit trail. */
public final class AuditTrail {
  private final Database database;

  public AuditTrail(Database database) {
    this.database = database;
  }

  /** Adds entries in the transaction that makes the changes. */
  public static void add(Handle handle, List<AuditEntry> entries, Instant now) {
    if (entries.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var workspaces = columns.integers("workspaces");
    var actors = columns.texts("actors");
    var actions = columns.texts("actions");
    var targets = columns.texts("targets");
    for (AuditEntry entry : entries) {
      workspaces.add(entry.caller().workspace().number());
      actors.add(entry.caller().actor());
      actions.add(entry.action().word());
      targets.add(entry.target());
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("audit/add")))
        .bind("now", Timestamp.from(now))
        .execute();
  }

  /** The entries that a filter lets pass, newest first. */
  public List<AuditRow> list(AuditFilter filter, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("audit/list"))
                .bind("workspace", filter.workspace().number())
                .bind("actor", filter.actor())
                .bind("action", filter.action())
                .bind("target", filter.target())
                .bind("since", timestamp(filter.since()))
                .bind("until", timestamp(filter.until()))
                .bind("before", filter.before())
                .bind("limit", limit)
                .map((row, _) ->
                    new AuditRow(
                        row.getLong("audit_id"),
                        row.getTimestamp("at").toInstant(),
                        row.getString("actor"),
                        row.getString("action"),
                        row.getString("target")))
                .list());
  }

  private static @Nullable Timestamp timestamp(@Nullable Instant instant) {
    return instant == null ? null : Timestamp.from(instant);
  }
}
