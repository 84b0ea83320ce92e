package dev.edgewise.server.store.wait;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the approvals that tasks wait for. */
public final class Approvals {
  private final Database database;

  public Approvals(Database database) {
    this.database = database;
  }

  /**
   * An approval that a task waits for.
   *
   * @param title null if none was given
   * @param text what there is to approve; null if nothing was given
   * @param due when it is too late; null if it never is, and while the task is paused
   */
  public record Open(
      TaskKey task,
      Token token,
      String name,
      String kind,
      @Nullable String batchName,
      @Nullable String title,
      @Nullable String text,
      Instant since,
      @Nullable Instant due,
      boolean paused) {

    private static Open read(ResultSet row) throws SQLException {
      Timestamp due = row.getTimestamp("due_at");
      return new Open(
          new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
          new Token(row.getInt("attempt"), row.getInt("claims")),
          row.getString("name"),
          row.getString("kind"),
          row.getString("batch_name"),
          row.getString("title"),
          row.getString("body"),
          row.getTimestamp("began_at").toInstant(),
          due == null ? null : due.toInstant(),
          row.getBoolean("paused"));
    }
  }

  /**
   * A task that is asked for its approval.
   *
   * @param open null when the task waits for none now
   */
  public record Asked(TaskState state, int attempt, @Nullable Open open) {
    private static Asked read(ResultSet row) throws SQLException {
      return new Asked(
          TaskState.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
          row.getInt("current_attempt"),
          row.getTimestamp("began_at") == null ? null : Open.read(row));
    }
  }

  /** Where a page of the list begins. */
  public record Position(Instant since, TaskKey task) {}

  /**
   * Lists the approvals of a workspace, oldest first.
   *
   * @param after null for the first page
   */
  public List<Open> list(Workspace workspace, @Nullable Position after, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("approval/list"))
                .bind("workspace", workspace.number())
                .bind("after_at", after == null ? null : Timestamp.from(after.since()))
                .bind("after_batch", after == null ? null : after.task().batchId())
                .bind("after_no", after == null ? null : after.task().no())
                .bind("limit", limit)
                .map((row, _) -> Open.read(row))
                .list());
  }

  /** Returns a task with the approval that it waits for; empty when there is no such task. */
  public Optional<Asked> find(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("approval/find"))
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .map((row, _) -> Asked.read(row))
                .findOne());
  }
}
