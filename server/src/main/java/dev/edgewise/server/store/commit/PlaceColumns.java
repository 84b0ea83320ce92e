package dev.edgewise.server.store.commit;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Columns.Column;
import dev.edgewise.server.store.Lane;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

/** Where changed tasks are found next: in the queue, under a lease, with a timer, or nowhere. */
final class PlaceColumns {
  private final Instant now;
  private final Set<String> lanes = new LinkedHashSet<>();
  private final Column queueLanes;
  private final Column queuePriorities;
  private final Column queueParked;
  private final Keys queue;
  private final Keys unqueue;
  private final Keys release;
  private final Keys lease;
  private final Column leaseKinds;
  private final Column leaseWorkers;
  private final Column leasePeriods;
  private final Keys timer;
  private final Column timerDue;
  private final Keys untime;
  private final Column freedPrefixes;

  /** The two columns that name a task. */
  private record Keys(Column batches, Column nos) {
    static Keys of(Columns columns, String prefix) {
      return new Keys(columns.uuids(prefix + "_batches"), columns.integers(prefix + "_nos"));
    }

    void add(TaskKey key) {
      batches.add(key.batchId());
      nos.add(key.no());
    }
  }

  PlaceColumns(Columns columns, Instant now) {
    this.now = now;
    queue = Keys.of(columns, "queue");
    queueLanes = columns.texts("queue_lanes");
    queuePriorities = columns.integers("queue_priorities");
    queueParked = columns.texts("queue_parked");
    unqueue = Keys.of(columns, "unqueue");
    release = Keys.of(columns, "release");
    lease = Keys.of(columns, "lease");
    leaseKinds = columns.texts("lease_kinds");
    leaseWorkers = columns.booleans("lease_workers");
    leasePeriods = columns.integers("lease_periods");
    timer = Keys.of(columns, "timer");
    timerDue = columns.texts("timer_due");
    untime = Keys.of(columns, "untime");
    freedPrefixes = columns.texts("freed_prefixes");
  }

  void add(Node node) {
    if (!node.isNew()) {
      leave(node);
    }
    enter(node);
    endItem(node);
  }

  private void leave(Node node) {
    TaskState from = node.loaded().state();
    TaskState to = node.state();
    if (from == to) {
      return;
    }
    if (from == TaskState.PENDING) {
      unqueue.add(node.key());
      if (node.shape().startAfter() != null) {
        untime.add(node.key());
      }
    } else if (from.held() && !to.held()) {
      release.add(node.key());
      freedPrefixes.add(Lane.rulePrefix(node.shape().kind()));
    } else if (from == TaskState.RETRY_PENDING) {
      untime.add(node.key());
    }
  }

  private void enter(Node node) {
    TaskState from = node.loaded().state();
    TaskState to = node.state();
    if (from == to) {
      return;
    }
    if (to == TaskState.PENDING) {
      Instant startAfter = node.shape().startAfter();
      if (startAfter != null && startAfter.isAfter(now)) {
        timer(node.key(), startAfter);
      } else {
        enqueue(node);
      }
    } else if (to == TaskState.RETRY_PENDING) {
      timer(node.key(), Objects.requireNonNull(node.standing().nextRetryAt()));
    } else if (to.held() && !from.held()) {
      lease.add(node.key());
      leaseKinds.add(node.shape().kind());
      leaseWorkers.add(!node.shape().hooks().start());
      leasePeriods.add(node.shape().timeoutSecs());
    }
  }

  private void timer(TaskKey key, Instant due) {
    timer.add(key);
    timerDue.add(due);
  }

  private void enqueue(Node node) {
    queue.add(node.key());
    queueLanes.add(node.shape().lane());
    queuePriorities.add(node.shape().priority());
    int parallel = node.shape().flow().spreadParallel();
    boolean held = node.isNew() && parallel > 0 && node.shape().itemIndex() >= parallel;
    queueParked.add(held ? Lane.spreadPrefix(node.key(), node.shape().spreadOf()) : null);
    lanes.add(node.shape().lane());
  }

  /** An item that ends makes room for the next one of a bounded spread. */
  private void endItem(Node node) {
    boolean ends = node.state().terminal() && !node.loaded().state().terminal();
    if (ends && node.shape().spreadOf() > 0 && node.shape().flow().spreadParallel() > 0) {
      freedPrefixes.add(Lane.spreadPrefix(node.key(), node.shape().spreadOf()));
    }
  }

  /** Whether a timer was set. */
  boolean timers() {
    return timerDue.size() > 0;
  }

  /** The lanes that got new work. */
  Collection<String> lanes() {
    return lanes;
  }
}
