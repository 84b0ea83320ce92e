package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;

/** Reads the final failures of all batches in groups. */
public final class Failures {
  private final Database database;

  public Failures(Database database) {
    this.database = database;
  }

  /**
   * Failures of one kind with the same reason.
   *
   * @param mark stands for the reason in a position
   * @param sample the one that ended last
   */
  public record Group(
      String kind, String reason, String mark, long count, Instant lastAt, TaskKey sample) {

    /** Its place in the list. */
    public Position position() {
      return new Position(count, kind, mark);
    }
  }

  /** A group's place in the list, which begins with the most failures. */
  public record Position(long count, String kind, String mark) {}

  /**
   * A page of groups.
   *
   * @param complete whether all failures were counted
   */
  public record Page(List<Group> groups, boolean complete) {
    public Page {
      groups = List.copyOf(groups);
    }
  }

  /**
   * The groups of the failures that a filter lets pass.
   *
   * @param filter its kind, metadata, origin and spans are used
   * @param after only groups that come after this one; null for the first page
   */
  public Page list(TaskFilter filter, @Nullable Position after, int limit) {
    return database.list(
        TransactionIsolationLevel.READ_COMMITTED,
        handle -> {
          List<Group> groups = new ArrayList<>();
          List<Boolean> complete =
              handle
                  .createQuery(Sql.named("failure/groups"))
                  .bind("workspace", filter.workspace().number())
                  .bind("kind", filter.kind())
                  .bind("metadata", filter.metadata())
                  .bind("labels", filter.origin().labels())
                  .bind("workflow", filter.origin().workflow())
                  .bind("created_after", filter.created().afterColumn())
                  .bind("created_before", filter.created().beforeColumn())
                  .bind("ended_after", filter.ended().afterColumn())
                  .bind("ended_before", filter.ended().beforeColumn())
                  .bind("max_batches", Limits.FAILURES_MAX_BATCHES)
                  .bind("max_tasks", Limits.FAILURES_MAX_TASKS)
                  .bind("max_failures", Limits.FAILURES_MAX_COUNTED)
                  .bind("after_failures", after == null ? null : after.count())
                  .bind("after_kind", after == null ? null : after.kind())
                  .bind("after_mark", after == null ? null : after.mark())
                  .bind("limit", limit)
                  .map((row, _) -> {
                    if (row.getString("kind") != null) {
                      groups.add(group(row));
                    }
                    return row.getBoolean("complete");
                  })
                  .list();
          return new Page(groups, complete.getFirst());
        });
  }

  private static Group group(ResultSet row) throws SQLException {
    return new Group(
        row.getString("kind"),
        row.getString("reason"),
        row.getString("mark"),
        row.getLong("failures"),
        Cells.time(row, "last_at"),
        new TaskKey(row.getObject("sample_batch", UUID.class), row.getInt("sample_no")));
  }
}
