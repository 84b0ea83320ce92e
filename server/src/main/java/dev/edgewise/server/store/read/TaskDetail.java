package dev.edgewise.server.store.read;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
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
 * @param startAfter null when it may start at once
 * @param worker the worker that holds it; null when none does
 * @param satisfied how many of its edges are satisfied
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
    @Nullable Instant startAfter,
    @Nullable String worker,
    int satisfied) {

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
        row.getString("retry"),
        parents(row),
        row.getString("result"),
        flow(row),
        Cells.timeOrNull(row, "start_after"),
        row.getString("worker"),
        row.getInt("satisfied"));
  }

  private static DataFlow flow(ResultSet row) throws SQLException {
    return new DataFlow(
        row.getString("let_expression"),
        row.getString("when_expression"),
        row.getString("output_expression"),
        row.getString("input"),
        row.getString("spread_expression"),
        row.getBoolean("spread_collect"),
        row.getInt("spread_parallel"));
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
        startAfter,
        worker,
        satisfied);
  }
}
