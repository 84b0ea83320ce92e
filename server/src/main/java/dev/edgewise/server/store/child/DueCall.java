package dev.edgewise.server.store.child;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a task that calls a workflow, and whose call needs attention.
 *
 * @param version null for the newest version of the workflow
 * @param inputs a JSON object; null without inputs
 * @param level how many calls are above the child batch, this one included
 * @param child null until the child batch exists
 * @param lookAt when the call is looked at again unless its state is recorded before
 */
public record DueCall(
    TaskKey task,
    Token token,
    String workflow,
    @Nullable Integer version,
    @Nullable String inputs,
    int level,
    Wanted wanted,
    @Nullable Child child,
    Instant lookAt) {

  /** The task, as the one that acts on its child batch. */
  public Caller caller() {
    return new Caller(Workspace.of(task.batchId()), "task:" + task.publicId());
  }

  /** What the child batch should do. */
  public enum Wanted {
    RUN,
    PAUSE,
    /** The attempt that called is over. */
    STOP
  }

  /**
   * The batch that was started for a call.
   *
   * @param end null while it is not over
   */
  public record Child(UUID batchId, @Nullable End end) {}

  /**
   * How a child batch ended.
   *
   * @param result its result, or null without one
   * @param fits whether the result may be the result of a task; it is not read if it is too large
   * @param failedTask the name of the first task that failed, or that was canceled if none failed;
   *     null if the batch succeeded
   * @param reason why that task ended; null without a reason
   */
  public record End(
      BatchOutcome outcome,
      @Nullable String result,
      boolean fits,
      @Nullable String failedTask,
      @Nullable String reason) {}

  static DueCall read(ResultSet row) throws SQLException {
    UUID child = row.getObject("child_batch", UUID.class);
    int version = row.getInt("version");
    Integer versionOrNull = row.wasNull() ? null : version;
    return new DueCall(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        new Token(row.getInt("attempt"), row.getInt("claims")),
        row.getString("workflow"),
        versionOrNull,
        row.getString("inputs"),
        row.getInt("level"),
        Wanted.valueOf(row.getString("wanted").toUpperCase(Locale.ROOT)),
        child == null ? null : new Child(child, row.getBoolean("over") ? end(row) : null),
        row.getTimestamp("due_at").toInstant());
  }

  private static End end(ResultSet row) throws SQLException {
    return new End(
        BatchOutcome.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        row.getString("result"),
        row.getBoolean("fits"),
        row.getString("failed_task"),
        row.getString("failure_reason"));
  }
}
