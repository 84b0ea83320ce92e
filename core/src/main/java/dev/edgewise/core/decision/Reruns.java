package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Cascade;
import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Trigger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reruns tasks. The tasks are reset with a new attempt and the facts of their outgoing edges are
 * removed. Edges from tasks that are not rerun keep their facts.
 */
public final class Reruns {
  private final Nodes nodes;
  private final Journal journal;
  private final Cascade cascade;
  private final BatchPauses pauses;

  Reruns(Nodes nodes, Journal journal, Cascade cascade, BatchPauses pauses) {
    this.pauses = pauses;
    this.nodes = nodes;
    this.journal = journal;
    this.cascade = cascade;
  }

  /** Reruns a task and all of its descendants in the batch. */
  public Answer task(Node node) {
    if (!node.state().terminal()) {
      return new Answer.Refused(
          node.state(), node.standing().attempt(), "only a task that has ended can be run again");
    }
    if (node.shape().spreadOf() > 0) {
      return new Answer.Refused(
          node.state(), node.standing().attempt(), "rerun the spread, not one of its items");
    }
    reset(Descent.everything(nodes, node));
    return new Answer.Applied(node.state(), node.standing().attempt());
  }

  /**
   * Reruns all tasks that did not succeed; for a spread, all of its items.
   *
   * @param ended the tasks of the batch that ended without success
   */
  public Answer failed(List<Node> ended) {
    // In the order of their numbers: the first that fails again may end the batch.
    Set<TaskKey> keys = new TreeSet<>();
    for (Node node : ended) {
      if (node.shape().spreadOf() == 0) {
        keys.add(node.key());
      } else if (node.state() != TaskState.SKIPPED) {
        keys.add(new TaskKey(node.key().batchId(), node.shape().spreadOf()));
      }
    }
    nodes.require(keys);
    // A spread that has not ended still aggregates the results of its items.
    List<Node> tops =
        keys.stream().map(nodes::node).filter(node -> node.state().terminal()).toList();
    if (tops.isEmpty()) {
      return new Answer.Refused(TaskState.SUCCESS, 0, "no task that ended without success");
    }
    reset(Descent.live(nodes, tops));
    return new Answer.Applied(TaskState.WAITING, 0);
  }

  private void reset(List<Node> again) {
    Set<TaskKey> inside = new HashSet<>();
    again.forEach(node -> inside.add(node.key()));
    Set<TaskKey> around = new LinkedHashSet<>();
    again.forEach(node -> around.addAll(Cascade.parents(node)));
    nodes.require(around);
    Set<TaskKey> ended = new LinkedHashSet<>();
    again.stream().filter(node -> node.state().terminal()).forEach(node -> ended.add(node.key()));
    journal.reopen(ended, settled(again, inside));
    for (Node node : again) {
      if (node.state().terminal()) {
        outsideParents(node, inside).stream()
            .filter(parent -> !parent.state().terminal())
            .forEach(parent -> parent.countEndedChildren(-1));
      }
      restart(node, inside);
    }
    cascade.spare(inside);
    for (Node node : again) {
      settle(node, inside);
    }
  }

  /** Returns the children that succeeded and are not rerun. */
  private Set<TaskKey> settled(List<Node> again, Set<TaskKey> inside) {
    Set<TaskKey> settled = new HashSet<>();
    for (Node node : again) {
      for (TaskKey child : node.shape().childrenOf(node.key())) {
        if (!inside.contains(child) && nodes.node(child).state() == TaskState.SUCCESS) {
          settled.add(child);
        }
      }
    }
    return settled;
  }

  /**
   * Writes the current resolutions of the parents that are not rerun as new facts. A task that
   * succeeded kept the facts it started with, and edges between batches keep their first fact, so
   * these facts may be outdated.
   */
  private void restateEdges(Node node, boolean hadSucceeded, Set<TaskKey> inside) {
    int satisfied = 0;
    int unsatisfied = 0;
    for (Incoming edge : edgesInto(node)) {
      boolean outdated = hadSucceeded || !edge.parent().batchId().equals(node.key().batchId());
      if (outdated) {
        journal.forget(new Journal.Edge(edge.parent(), node.key()));
      }
      if (inside.contains(edge.parent())) {
        continue;
      }
      Node parent = nodes.node(edge.parent());
      if (parent.state().terminal()) {
        Resolution resolution = Resolution.of(parent.state());
        boolean met = edge.condition().satisfiedBy(resolution);
        if (outdated) {
          journal.restate(parent, node.key(), met, resolution);
        }
        satisfied += met ? 1 : 0;
        unsatisfied += met ? 0 : 1;
      }
    }
    node.countEdges(
        Math.min(satisfied, node.standing().required()),
        node.shape().join().all() ? 0 : unsatisfied);
  }

  private record Incoming(TaskKey parent, Condition condition) {}

  private static List<Incoming> edgesInto(Node node) {
    List<Incoming> edges = new ArrayList<>();
    Shape shape = node.shape();
    for (int i = 0; i < shape.parents().length; i++) {
      TaskKey parent = new TaskKey(node.key().batchId(), shape.parents()[i]);
      edges.add(new Incoming(parent, shape.parentConditions()[i]));
    }
    shape.foreignParents().forEach(edge -> edges.add(new Incoming(edge.other(), edge.condition())));
    return edges;
  }

  private void restart(Node node, Set<TaskKey> inside) {
    var standing = node.standing();
    if (node.executing()) {
      journal.event(node.key(), EntryType.CANCELED, standing.attempt(), Reason.RERUN.text());
      journal.call(node.key(), Trigger.CANCEL, standing.attempt());
    }
    TaskState was = node.state();
    boolean newAttempt = !node.waits();
    int items = Math.max(0, standing.items());
    discardItems(node);
    node.reset(standing.required() - items, endedOutside(node, inside), newAttempt);
    journal.event(node.key(), EntryType.RERUN, node.standing().attempt(), was.columnName());
    restateEdges(node, was == TaskState.SUCCESS, inside);
    if (was == TaskState.PAUSED) {
      node.pause();
    } else if (pauses.of(node.key().batchId()) != null) {
      node.pause();
      journal.event(node.key(), EntryType.PAUSED, node.standing().attempt(), null);
    }
  }

  /** Returns the number of ended children that are not rerun. */
  private int endedOutside(Node node, Set<TaskKey> inside) {
    int count = 0;
    for (TaskKey key : node.shape().childrenOf(node.key())) {
      if (!inside.contains(key) && nodes.node(key).state().terminal()) {
        count++;
      }
    }
    return count;
  }

  private void discardItems(Node spread) {
    List<TaskKey> keys = spread.items();
    nodes.require(keys);
    for (TaskKey key : keys) {
      Node item = nodes.node(key);
      if (item.executing()) {
        journal.call(key, Trigger.CANCEL, item.standing().attempt());
      }
      item.discard();
      journal.discard(key, spread.key());
    }
  }

  /** Applies the facts of edges from outside the rerun to a task. */
  private void settle(Node node, Set<TaskKey> inside) {
    if (!node.waits()) {
      // One that was decided before it has ended the batch.
      return;
    }
    boolean impossible =
        node.shape().join().all()
            ? edgesInto(node).stream()
                .anyMatch(edge ->
                    !inside.contains(edge.parent()) && unsatisfied(edge.parent(), edge.condition()))
            : node.impossible();
    if (impossible) {
      cascade.end(node, TaskState.SKIPPED, Cause.UNSATISFIABLE, Reason.UNMET.text());
    } else {
      cascade.ready(node);
    }
  }

  private boolean unsatisfied(TaskKey parent, Condition condition) {
    TaskState state = nodes.node(parent).state();
    return state.terminal() && !condition.satisfiedBy(Resolution.of(state));
  }

  private List<Node> outsideParents(Node node, Set<TaskKey> inside) {
    return Cascade.parents(node).stream()
        .filter(key -> !inside.contains(key))
        .map(nodes::node)
        .filter(parent -> parent.shape().spreadOf() == 0)
        .toList();
  }
}
