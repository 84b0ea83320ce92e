package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
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
  }

  void add(Node node) {
    Node.Standing standing = node.standing();
    named.add(node.key());
    fromStatuses.add(node.loaded().state().columnName());
    claims.add(node.loaded().claims());
    statuses.add(standing.state().columnName());
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
  }

  int size() {
    return named.size();
  }
}
