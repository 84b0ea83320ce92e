package dev.edgewise.server.store.apply;

import static java.util.Comparator.comparing;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.claim.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns that write a placement. */
final class PlaceColumns {

  private PlaceColumns() {}

  /** Fills the columns that every group has: leases that end and leases of assigned tasks. */
  static void fill(Columns columns, Placement placement, Map<TaskKey, Holder> assigned) {
    placement.released.forEach(columns.keys("release")::add);
    var give = columns.keys("give");
    var kinds = columns.texts("give_kinds");
    var holders = columns.texts("give_holders");
    var periods = columns.integers("give_periods");
    for (Node node : placement.ready) {
      Holder holder = assigned.get(node.key());
      if (holder != null) {
        give.add(node.key());
        kinds.add(node.shape().kind());
        holders.add(holder.name());
        periods.add(holder.leaseSecs());
      }
    }
  }

  private record Place(Node node, @Nullable String parked) {}

  /** What goes into the queue; no column when nothing does. */
  static Columns queued(Placement placement, Map<TaskKey, Holder> assigned) {
    List<Place> places = new ArrayList<>();
    for (Node node : placement.parked) {
      places.add(new Place(node, Placement.spreadPrefix(node)));
    }
    for (Node node : placement.ready) {
      if (!assigned.containsKey(node.key())) {
        places.add(new Place(node, null));
      }
    }
    Columns columns = new Columns();
    if (!places.isEmpty()) {
      // Items of a spread that are parked at once must not stand before those that are not.
      places.sort(comparing(place -> place.node().key()));
      var named = columns.keys("queue");
      var lanes = columns.texts("queue_lanes");
      var parked = columns.texts("queue_parked");
      var first = columns.booleans("queue_first");
      for (Place place : places) {
        named.add(place.node().key());
        lanes.add(place.node().shape().lane());
        parked.add(place.parked());
        first.add(place.node().loaded().state() == TaskState.RUNNING);
      }
    }
    return columns;
  }

  /** Whether there are places that few groups have to do with. */
  static boolean anyRare(Placement placement) {
    return !placement.unqueued.isEmpty()
        || !placement.leased.isEmpty()
        || !placement.timers.isEmpty()
        || !placement.untimed.isEmpty();
  }

  /** The columns of those places. */
  static Columns rare(Placement placement) {
    Columns columns = new Columns();
    placement.unqueued.forEach(columns.keys("unqueue")::add);
    var lease = columns.keys("lease");
    var kinds = columns.texts("lease_kinds");
    var workers = columns.booleans("lease_workers");
    var periods = columns.integers("lease_periods");
    for (Node node : placement.leased) {
      lease.add(node.key());
      kinds.add(node.shape().kind());
      workers.add(!node.shape().hooks().start());
      periods.add(node.shape().timeoutSecs());
    }
    var timer = columns.keys("timer");
    var due = columns.texts("timer_due");
    for (Placement.Timer each : placement.timers) {
      timer.add(each.task());
      due.add(each.due());
    }
    placement.untimed.forEach(columns.keys("untime")::add);
    return columns;
  }
}
