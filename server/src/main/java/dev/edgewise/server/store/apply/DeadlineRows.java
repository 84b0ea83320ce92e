package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Standing;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The deadlines of tasks that begin, stop, go on and end with a decision. */
final class DeadlineRows {
  private final List<Node> set = new ArrayList<>();
  private final List<TaskKey> ended = new ArrayList<>();
  private final List<Node> turned = new ArrayList<>();

  private DeadlineRows() {}

  /** Finds them among the nodes of a decision. */
  static DeadlineRows of(Iterable<Node> nodes, Journal journal) {
    DeadlineRows rows = new DeadlineRows();
    for (Node node : nodes) {
      if (node.shape().traits().deadlineMillis() > 0 && !node.isDiscarded()) {
        rows.add(node);
      }
    }
    journal.overdue().forEach(batchId -> rows.ended.add(new TaskKey(batchId, 0)));
    rows.set.sort(Comparator.comparing(Node::key));
    rows.ended.sort(Comparator.naturalOrder());
    rows.turned.sort(Comparator.comparing(Node::key));
    return rows;
  }

  private void add(Node node) {
    boolean ran = ready(node.loaded());
    boolean runs = ready(node.standing());
    boolean paused = node.state() == TaskState.PAUSED;
    boolean anew = runs && (!ran || node.isRestarted());
    if (anew) {
      set.add(node);
    } else if (ran && !runs) {
      ended.add(node.key());
    }
    if (runs && paused != (!anew && node.loaded().state() == TaskState.PAUSED)) {
      turned.add(node);
    }
  }

  /** Whether the deadline counts, paused or not. */
  private static boolean ready(Standing standing) {
    TaskState state = standing.pausedFrom() == null ? standing.state() : standing.pausedFrom();
    return !state.terminal() && (state != TaskState.WAITING || standing.items() >= 0);
  }

  boolean isEmpty() {
    return set.isEmpty() && ended.isEmpty() && turned.isEmpty();
  }

  boolean setTimers() {
    return !set.isEmpty() || !turned.isEmpty();
  }

  void write(Handle handle, Instant now) {
    if (!set.isEmpty()) {
      Columns columns = new Columns();
      var named = columns.keys();
      var millis = columns.longs("millis");
      for (Node node : set) {
        named.add(node.key());
        millis.add(node.shape().traits().deadlineMillis());
      }
      columns
          .bindTo(handle.createUpdate(Sql.named("deadline/set")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
    if (!ended.isEmpty()) {
      Columns columns = new Columns();
      var named = columns.keys();
      ended.forEach(named::add);
      columns.bindTo(handle.createUpdate(Sql.named("deadline/end"))).execute();
    }
    if (!turned.isEmpty()) {
      Columns columns = new Columns();
      var named = columns.keys();
      var paused = columns.booleans("paused");
      for (Node node : turned) {
        named.add(node.key());
        paused.add(node.state() == TaskState.PAUSED);
      }
      columns
          .bindTo(handle.createUpdate(Sql.named("deadline/pause")))
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }
}
