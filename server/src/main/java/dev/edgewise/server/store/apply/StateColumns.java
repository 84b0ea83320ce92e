package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The changed rows of {@code task_state}. */
final class StateColumns {
  private final List<Row> rows = new ArrayList<>();

  /**
   * How a task changes.
   *
   * @param worker the worker that it is assigned to at once; null for none
   */
  private record Row(Node node, TaskState from, TaskState to, @Nullable String worker) {

    /** Whether the task is assigned to a worker at once. */
    boolean taken() {
      return worker != null;
    }

    /** Whether nothing changes but what does when tasks succeed and others become ready. */
    boolean ordinary() {
      Standing before = node.loaded();
      Standing after = node.standing();
      return !node.isNew()
          && before.pausedFrom() == after.pausedFrom()
          && before.required() == after.required()
          && before.missed() == after.missed()
          && before.endedChildren() == after.endedChildren()
          && before.attempt() == after.attempt()
          && before.retries() == after.retries()
          && before.items() == after.items()
          && before.firstItem() == after.firstItem()
          && Objects.equals(before.failureReason(), after.failureReason())
          && Objects.equals(before.nextRetryAt(), after.nextRetryAt());
    }
  }

  void add(Node node) {
    rows.add(new Row(node, node.loaded().state(), node.state(), null));
  }

  /**
   * Adds a task that becomes ready and runs at once; the row of a new one says that it is ready.
   */
  void addAssigned(Node node, String worker) {
    TaskState from = node.isNew() ? node.state() : node.loaded().state();
    rows.add(new Row(node, from, TaskState.RUNNING, worker));
  }

  /**
   * Adds the columns of the statement that every group has and returns how many tasks are in them:
   * all, or none if one of them changes in another way, so that all are changed in one order.
   */
  int move(Columns columns) {
    List<Row> moved = ordinary() ? rows : List.of();
    fill(columns, "move", moved);
    return moved.size();
  }

  private boolean ordinary() {
    return rows.stream().allMatch(Row::ordinary);
  }

  /** The columns of the statement that changes everything else; none when there is no need. */
  Columns change() {
    var columns = new Columns();
    if (ordinary()) {
      return columns;
    }
    fill(columns, "change", rows);
    var pausedFrom = columns.texts("change_paused_from");
    var required = columns.integers("change_required");
    var missed = columns.integers("change_missed");
    var endedChildren = columns.integers("change_ended_children");
    var attempts = columns.integers("change_attempts");
    var retries = columns.integers("change_retries");
    var items = columns.integers("change_items");
    var firstItems = columns.integers("change_first_items");
    var reasons = columns.texts("change_reasons");
    var nextRetryAt = columns.texts("change_next_retry_at");
    for (Row row : rows) {
      Standing standing = row.node().standing();
      pausedFrom.add(standing.pausedFrom() == null ? null : standing.pausedFrom().columnName());
      required.add(standing.required());
      missed.add(standing.missed());
      endedChildren.add(standing.endedChildren());
      attempts.add(standing.attempt());
      retries.add(standing.retries());
      items.add(standing.items());
      firstItems.add(standing.firstItem());
      reasons.add(standing.failureReason());
      nextRetryAt.add(standing.nextRetryAt());
    }
    return columns;
  }

  private static void fill(Columns columns, String prefix, List<Row> rows) {
    var named = columns.keys(prefix);
    var from = columns.texts(prefix + "_from");
    var claims = columns.integers(prefix + "_claims");
    var to = columns.texts(prefix + "_to");
    var satisfied = columns.integers(prefix + "_satisfied");
    var started = columns.booleans(prefix + "_started");
    var taken = columns.booleans(prefix + "_taken");
    var workers = columns.texts(prefix + "_workers");
    for (Row row : rows) {
      named.add(row.node().key());
      from.add(row.from().columnName());
      claims.add(row.node().loaded().claims());
      to.add(row.to().columnName());
      satisfied.add(row.node().standing().satisfied());
      started.add(row.node().standing().started());
      taken.add(row.taken());
      workers.add(row.worker());
    }
  }
}
