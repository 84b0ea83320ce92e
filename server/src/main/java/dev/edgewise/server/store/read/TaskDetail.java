package dev.edgewise.server.store.read;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.ConditionLetters;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task with everything that is known about it. JSON values are texts, null when there is none.
 *
 * @param cancelAction the action that the current attempt's on_start answer named
 * @param failureReason null unless it failed, was canceled or was skipped
 * @param nextRetryAt null unless it waits for its next attempt
 */
public record TaskDetail(
    TaskRow basics,
    int timeoutSecs,
    @Nullable String rules,
    @Nullable String metadata,
    Actions actions,
    @Nullable String cancelAction,
    Instant lastUpdated,
    @Nullable String failureReason,
    @Nullable String retry,
    @Nullable Instant nextRetryAt,
    List<Parent> parents,
    @Nullable String result) {

  public TaskDetail {
    parents = List.copyOf(parents);
  }

  /**
   * An incoming edge.
   *
   * @param localId the parent's name in its request; null when its batch was removed
   */
  public record Parent(@Nullable String localId, TaskKey task, Condition condition) {}

  static TaskDetail read(ResultSet row) throws SQLException {
    return new TaskDetail(
        TaskRow.read(row),
        row.getInt("timeout_secs"),
        row.getString("rules"),
        row.getString("metadata"),
        new Actions(
            row.getString("on_start"),
            row.getString("on_success"),
            row.getString("on_failure"),
            row.getString("on_cancel")),
        row.getString("cancel_action"),
        Cells.time(row, "last_updated"),
        row.getString("failure_reason"),
        row.getString("retry"),
        Cells.timeOrNull(row, "next_retry_at"),
        parents(row),
        row.getString("result"));
  }

  /** The edges from the task's own batch, before the local ids of the parents are known. */
  private static List<Parent> parents(ResultSet row) throws SQLException {
    UUID batchId = row.getObject("batch_id", UUID.class);
    Integer[] numbers = (Integer[]) row.getArray("parents").getArray();
    Condition[] conditions = ConditionLetters.read(row.getString("parent_conditions"));
    List<Parent> parents = new ArrayList<>(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      TaskKey parent = new TaskKey(batchId, numbers[i]);
      parents.add(new Parent(null, parent, conditions[i]));
    }
    return parents;
  }

  /** This task with other parents. */
  TaskDetail with(List<Parent> others) {
    return new TaskDetail(
        basics,
        timeoutSecs,
        rules,
        metadata,
        actions,
        cancelAction,
        lastUpdated,
        failureReason,
        retry,
        nextRetryAt,
        others,
        result);
  }
}
