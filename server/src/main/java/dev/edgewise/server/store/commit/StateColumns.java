package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Columns.Column;
import dev.edgewise.server.store.Columns.Keys;

/** The changed rows of {@code task_state}. */
final class StateColumns {
  private final Keys named;
  private final Column fromStatuses;
  private final Column claims;
  private final Column statuses;
  private final Column pausedFrom;
  private final Column required;
  private final Column satisfied;
  private final Column endedChildren;
  private final Column attempts;
  private final Column retries;
  private final Column items;
  private final Column firstItems;
  private final Column reasons;
  private final Column nextRetryAt;
  private final Column started;
  private final Column taken;

  StateColumns(Columns columns) {
    named = columns.keys();
    fromStatuses = columns.texts("from_statuses");
    claims = columns.integers("claims");
    statuses = columns.texts("statuses");
    pausedFrom = columns.texts("paused_from");
    required = columns.integers("required");
    satisfied = columns.integers("satisfied");
    endedChildren = columns.integers("ended_children");
    attempts = columns.integers("attempts");
    retries = columns.integers("retries");
    items = columns.integers("items");
    firstItems = columns.integers("first_items");
    reasons = columns.texts("reasons");
    nextRetryAt = columns.texts("next_retry_at");
    started = columns.booleans("started");
    taken = columns.booleans("taken");
  }

  void add(Node node) {
    add(node, node.loaded().state(), node.state(), false);
  }

  /** A task that becomes ready and runs at once; the row of a new one says that it is ready. */
  void addTaken(Node node) {
    add(node, node.isNew() ? node.state() : node.loaded().state(), TaskState.RUNNING, true);
  }

  private void add(Node node, TaskState from, TaskState to, boolean takes) {
    Node.Standing standing = node.standing();
    named.add(node.key());
    fromStatuses.add(from.columnName());
    claims.add(node.loaded().claims());
    statuses.add(to.columnName());
    pausedFrom.add(standing.pausedFrom() == null ? null : standing.pausedFrom().columnName());
    required.add(standing.required());
    satisfied.add(standing.satisfied());
    endedChildren.add(standing.endedChildren());
    attempts.add(standing.attempt());
    retries.add(standing.retries());
    items.add(standing.items());
    firstItems.add(standing.firstItem());
    reasons.add(standing.failureReason());
    nextRetryAt.add(standing.nextRetryAt());
    started.add(standing.started());
    taken.add(takes);
  }

  int size() {
    return named.size();
  }
}
