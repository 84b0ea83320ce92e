package dev.edgewise.server.store.commit;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Columns.Column;
import dev.edgewise.server.store.Columns.Keys;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.commit.Takers.Taker;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Where changed tasks are found next: in the queue, under a lease, with a timer, or nowhere. */
final class PlaceColumns {
  private final Instant now;
  private final List<Node> ready = new ArrayList<>();
  private final List<Place> queue = new ArrayList<>();
  private final Keys unqueue;
  private final Keys release;
  private final Keys give;
  private final Column giveKinds;
  private final Column giveHolders;
  private final Column givePeriods;
  private final Keys lease;
  private final Column leaseKinds;
  private final Column leaseWorkers;
  private final Column leasePeriods;
  private final Keys timer;
  private final Column timerDue;
  private final Keys untime;
  private final List<String> freedPrefixes = new ArrayList<>();
  private final List<String> leftByWorkers = new ArrayList<>();
  private final Columns others = new Columns();
  private final Map<String, Integer> openItems = new HashMap<>();

  /** A place in the queue. */
  private record Place(Node node, @Nullable String parked) {}

  /**
   * @param columns gets what is given away and what loses its lease
   */
  PlaceColumns(Columns columns, Instant now) {
    this.now = now;
    unqueue = others.keys("unqueue");
    release = columns.keys("release");
    give = columns.keys("give");
    giveKinds = columns.texts("give_kinds");
    giveHolders = columns.texts("give_holders");
    givePeriods = columns.integers("give_periods");
    lease = others.keys("lease");
    leaseKinds = others.texts("lease_kinds");
    leaseWorkers = others.booleans("lease_workers");
    leasePeriods = others.integers("lease_periods");
    timer = others.keys("timer");
    timerDue = others.texts("timer_due");
    untime = others.keys("untime");
  }

  void add(Node node) {
    if (!node.isNew()) {
      leave(node);
    }
    enter(node);
  }

  private void leave(Node node) {
    TaskState from = node.loaded().state();
    TaskState to = node.state();
    if (from == to) {
      return;
    }
    boolean stood = from == TaskState.PENDING || from.held();
    if (bounded(node) && stood && to != TaskState.PENDING && !to.held()) {
      // One of those that wait may have its place.
      freedPrefixes.add(spreadPrefix(node));
    }
    if (from == TaskState.PENDING) {
      unqueue.add(node.key());
      if (node.shape().startAfter() != null) {
        untime.add(node.key());
      }
    } else if (from.held() && !to.held()) {
      release.add(node.key());
      if (!node.shape().hooks().start()) {
        leftByWorkers.add(node.shape().lane());
      }
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
        ready(node);
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

  private void ready(Node node) {
    if (waitsForOthers(node)) {
      enqueue(node, spreadPrefix(node));
    } else {
      ready.add(node);
    }
  }

  private void enqueue(Node node, @Nullable String parked) {
    queue.add(new Place(node, parked));
  }

  /** The tasks that become ready and have no place yet. */
  List<Node> ready() {
    return ready;
  }

  /** Gives a ready task its place in the queue. */
  void enqueue(Node node) {
    enqueue(node, null);
  }

  /** Gives a ready task to somebody. */
  void give(Node node, Taker taker) {
    give.add(node.key());
    giveKinds.add(node.shape().kind());
    giveHolders.add(taker.holder());
    givePeriods.add(taker.leaseSecs());
  }

  /**
   * Whether a new item is beyond the bound of its spread. The claim keeps the bound; this only
   * spares it from looking at items that cannot be taken yet.
   */
  private boolean waitsForOthers(Node node) {
    return node.isNew()
        && bounded(node)
        && openItems.merge(spreadPrefix(node), 1, Integer::sum)
            > node.shape().flow().spreadParallel();
  }

  private static boolean bounded(Node node) {
    return node.shape().spreadOf() > 0 && node.shape().flow().spreadParallel() > 0;
  }

  private static String spreadPrefix(Node node) {
    return Lane.spreadPrefix(node.key(), node.shape().spreadOf());
  }

  /** What goes into the queue; no column when nothing does. */
  Columns queued() {
    Columns columns = new Columns();
    if (!queue.isEmpty()) {
      // The items of a spread that are parked at once do not stand before those that are not.
      queue.sort(comparing(place -> place.node().key()));
      Keys named = columns.keys("queue");
      Column lanes = columns.texts("queue_lanes");
      Column parked = columns.texts("queue_parked");
      for (Place place : queue) {
        named.add(place.node().key());
        lanes.add(place.node().shape().lane());
        parked.add(place.parked());
      }
    }
    return columns;
  }

  /** Whether there are places that few transactions have to do with. */
  boolean anyOthers() {
    return Stream.of(unqueue, lease, timer, untime).anyMatch(keys -> keys.size() > 0);
  }

  /** Writes those places. */
  void write(Handle handle) {
    if (anyOthers()) {
      others
          .bindTo(handle.createUpdate(Sql.named("task/places")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }

  /** The lanes of the tasks that workers held until now. */
  List<String> leftByWorkers() {
    return leftByWorkers;
  }

  /** Whether a place became free that somebody may wait for. */
  boolean freesSome() {
    return !freedPrefixes.isEmpty();
  }

  /** Lets parked tasks try for the places that became free; says how many do. */
  int unpark(Handle handle) {
    return handle
        .createUpdate(Sql.named("queue/unpark"))
        .bind("prefixes", Columns.texts(freedPrefixes))
        .execute();
  }

  /** Whether a timer was set. */
  boolean timers() {
    return timerDue.size() > 0;
  }
}
