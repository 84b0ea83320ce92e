package dev.edgewise.server.store.read;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.store.ConditionLetters;
import dev.edgewise.server.store.graph.FlowColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A task with everything that is known about it. JSON values are texts, null when there is none.
 *
 * @param cancelAction the action that the current attempt's on_start answer named
 * @param deadline the time in which it has to end once it is ready; null for any
 * @param waiting what it waits for now; null when it does not wait
 * @param childBatch the batch that the latest attempt has called; null when there is none
 * @param startAfter null when it may start at once
 * @param worker the worker that holds it or held it last; null when none did
 * @param satisfied how many of its edges are satisfied
 * @param told what its executor has said besides
 */
public record TaskDetail(
    TaskRow basics,
    int timeoutSecs,
    @Nullable String rules,
    @Nullable String metadata,
    Actions actions,
    @Nullable String cancelAction,
    Instant lastUpdated,
    @Nullable String retry,
    List<Parent> parents,
    @Nullable String result,
    DataFlow flow,
    @Nullable Duration deadline,
    @Nullable Wait waiting,
    @Nullable UUID childBatch,
    @Nullable Instant startAfter,
    @Nullable String worker,
    int satisfied,
    Fairness fairness,
    Told told) {

  public TaskDetail {
    parents = List.copyOf(parents);
  }

  /**
   * An incoming edge.
   *
   * @param localId the parent's name in its request; null when its batch was removed
   */
  public record Parent(@Nullable String localId, TaskKey task, Condition condition) {}

  private static Fairness fairness(@Nullable String key, int weight) {
    return key == null && weight == 0 ? Fairness.NONE : new Fairness(key, Math.max(1, weight));
  }

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
        row.getString("retry"),
        parents(row),
        row.getString("result"),
        FlowColumns.read(row, row.getString("input")),
        Cells.millisOrNull(row, "deadline_millis"),
        Wait.read(row),
        row.getObject("child_batch", UUID.class),
        Cells.timeOrNull(row, "start_after"),
        row.getString("worker"),
        row.getInt("satisfied"),
        fairness(row.getString("fairness_key"), row.getInt("fairness_weight")),
        Told.read(row));
  }

  /**
   * What the executor of the last attempt has said; null what it has not.
   *
   * @param error a JSON object
   */
  public record Told(@Nullable Double progress, @Nullable String message, @Nullable String error) {
    public static final Told NOTHING = new Told(null, null, null);

    private static Told read(ResultSet row) throws SQLException {
      double progress = row.getDouble("progress");
      return new Told(
          row.wasNull() ? null : progress, row.getString("message"), row.getString("error"));
    }
  }

  /**
   * What a task waits for.
   *
   * @param due when the wait ends by itself; null when it does not, and while it is paused
   */
  public record Wait(
      String kind,
      @Nullable String name,
      @Nullable String key,
      @Nullable String title,
      @Nullable String text,
      Instant since,
      @Nullable Instant due) {

    static @Nullable Wait read(ResultSet row) throws SQLException {
      String kind = row.getString("wait_kind");
      return kind == null
          ? null
          : new Wait(
              kind,
              row.getString("signal_name"),
              row.getString("signal_key"),
              row.getString("title"),
              row.getString("body"),
              Cells.time(row, "began_at"),
              Cells.timeOrNull(row, "due_at"));
    }
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
        retry,
        others,
        result,
        flow,
        deadline,
        waiting,
        childBatch,
        startAfter,
        worker,
        satisfied,
        fairness,
        told);
  }
}
