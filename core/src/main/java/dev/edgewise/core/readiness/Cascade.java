package dev.edgewise.core.readiness;

import dev.edgewise.core.readiness.Inline.Verdict;
import dev.edgewise.core.readiness.Journal.Edge;
import dev.edgewise.core.readiness.Shape.ForeignEdge;
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
import org.jspecify.annotations.Nullable;

/** Propagates the ends of tasks through the graph, wave by wave, without recursion. */
public final class Cascade {
  private final Nodes nodes;
  private final Journal journal;
  private final Inline inline;
  private final boolean deadEnds;
  private List<Ended> wave = new ArrayList<>();
  private Set<TaskKey> spared = Set.of();
  private final Set<TaskKey> climbed = new HashSet<>();

  /** A task that just ended, and whether edges into it were open. */
  private record Ended(Node node, boolean hadOpenEdges) {}

  /**
   * @param deadEnds whether ancestors are canceled when all of their children have ended
   */
  public Cascade(Nodes nodes, Journal journal, Inline inline, boolean deadEnds) {
    this.nodes = nodes;
    this.journal = journal;
    this.inline = inline;
    this.deadEnds = deadEnds;
  }

  /** Ends a task; {@link #run} propagates the consequences. */
  public void end(Node node, TaskState terminal, Cause cause, @Nullable String reason) {
    boolean hadOpenEdges = node.waits() && !node.complete();
    boolean executing = node.executing();
    int attempt = node.standing().attempt();
    node.move(terminal, cause, reason);
    journal.event(node.key(), EntryType.of(terminal), attempt, reason);
    var hooks = node.shape().hooks();
    if (terminal == TaskState.SUCCESS && hooks.success()) {
      journal.call(node.key(), Trigger.SUCCESS, attempt);
    } else if (terminal == TaskState.FAILURE && hooks.failure()) {
      journal.call(node.key(), Trigger.FAILURE, attempt);
    } else if (terminal == TaskState.CANCELED && executing) {
      journal.call(node.key(), Trigger.CANCEL, attempt);
    }
    wave.add(new Ended(node, hadOpenEdges));
  }

  /**
   * Resolves the edges of a new task from tasks of other batches that had already ended, then
   * decides its readiness.
   */
  public void admit(Node node) {
    List<TaskKey> foreign = node.shape().foreignParents().stream().map(ForeignEdge::other).toList();
    nodes.require(foreign);
    Set<Node> ready = new LinkedHashSet<>();
    for (ForeignEdge edge : node.shape().foreignParents()) {
      Node parent = nodes.node(edge.other());
      boolean open = !journal.resolved(new Edge(edge.other(), node.key()), edge.resolved());
      if (parent.state().terminal() && open) {
        resolveEdge(parent, node, edge.condition(), ready);
      }
    }
    ready(node);
  }

  /** Resolves the edges of all ended tasks until nothing changes any more. */
  public void run() {
    while (!wave.isEmpty()) {
      List<Node> endedEarly = descend();
      // Skip unsatisfiable tasks before any ancestor is judged a dead end.
      nodes.require(parentsOf(endedEarly));
      endedEarly.forEach(this::climb);
    }
    spared = Set.of();
    climbed.clear();
  }

  /** Excludes tasks from dead-end cancellation in this run, because a rerun has just reset them. */
  public void spare(Set<TaskKey> tasks) {
    spared = tasks;
  }

  /**
   * Resolves all edges below the ended tasks. Returns the tasks that ended before all of their
   * parents had.
   */
  private List<Node> descend() {
    List<Node> endedEarly = new ArrayList<>();
    while (!wave.isEmpty()) {
      List<Ended> current = wave;
      wave = new ArrayList<>();
      nodes.requireBelow(current.stream().map(Ended::node).toList());
      Set<Node> ready = new LinkedHashSet<>();
      for (Ended ended : current) {
        resolveEdges(ended.node(), ready);
        // A parent in another batch may be running again although its edge has a fact.
        // So may one that a task with a join did not need.
        Shape shape = ended.node().shape();
        if (ended.hadOpenEdges() || !shape.foreignParents().isEmpty() || !shape.join().all()) {
          endedEarly.add(ended.node());
        }
      }
      ready.forEach(this::ready);
    }
    return endedEarly;
  }

  private static Set<TaskKey> parentsOf(List<Node> nodes) {
    Set<TaskKey> keys = new LinkedHashSet<>();
    nodes.forEach(node -> keys.addAll(parents(node)));
    return keys;
  }

  private void resolveEdges(Node parent, Set<Node> ready) {
    Shape shape = parent.shape();
    for (int i = 0; i < shape.children().length; i++) {
      TaskKey child = new TaskKey(parent.key().batchId(), shape.children()[i]);
      resolveEdge(parent, nodes.node(child), shape.conditions()[i], ready);
    }
    for (ForeignEdge edge : shape.foreignChildren()) {
      // Facts of edges into other batches stay, even after a rerun.
      if (!journal.resolved(new Edge(parent.key(), edge.other()), edge.resolved())) {
        resolveEdge(parent, nodes.node(edge.other()), edge.condition(), ready);
      }
    }
  }

  private void resolveEdge(Node parent, Node child, Condition condition, Set<Node> ready) {
    boolean ofItem = parent.shape().spreadOf() == child.key().no();
    boolean ran = child.state() == TaskState.SUCCESS;
    if (ran && (child.shape().join().all() || ofItem)) {
      // The child ran, so all of its edges have facts; the parent ends again after a rerun.
      return;
    }
    Resolution resolution = Resolution.of(parent.state());
    boolean satisfied = condition.satisfiedBy(resolution);
    journal.fact(parent, child.key(), satisfied, resolution, ran);
    child.resolveEdge(satisfied, ofItem);
    boolean needed = ofItem || child.shape().join().all();
    boolean lost = needed ? !satisfied : child.impossible();
    if (lost && child.waits()) {
      end(child, TaskState.SKIPPED, Cause.UNSATISFIABLE, Reason.UNMET.text());
    } else if (child.state() == TaskState.WAITING && child.complete()) {
      ready.add(child);
    }
  }

  /**
   * Counts, for the parents of a task that ended before them, one child fewer that needs them. A
   * barrier stops the climb above itself. Its items are not its ancestors: they end with their
   * spread.
   */
  private void climb(Node child) {
    for (TaskKey key : parents(child)) {
      Node parent = nodes.node(key);
      if (parent.state().terminal()) {
        continue;
      }
      boolean item = parent.shape().spreadOf() == child.key().no();
      count(parent, 1, item || !child.shape().deadEndBarrier());
    }
  }

  /**
   * Counts the children of a live task that ended before it.
   *
   * @param climbs whether one of them is not a barrier
   */
  public void childrenEnded(Node parent, int count, boolean climbs) {
    if (!parent.state().terminal()) {
      count(parent, count, climbs);
    }
  }

  private void count(Node parent, int endedChildren, boolean climbs) {
    parent.countEndedChildren(endedChildren);
    if (climbs) {
      climbed.add(parent.key());
    }
    boolean deadEnd = parent.standing().endedChildren() == parent.shape().childCount();
    if (deadEnds && deadEnd && climbed.contains(parent.key()) && !spared.contains(parent.key())) {
      end(parent, TaskState.CANCELED, Cause.DEAD_END, Reason.DEAD_END.text());
    }
  }

  /** Makes a waiting task ready if all of its edges are satisfied. */
  public void ready(Node node) {
    if (node.state() != TaskState.WAITING || !node.complete()) {
      return;
    }
    Verdict verdict = node.shape().decidedInline() ? inline.decide(node) : new Verdict.Proceed();
    switch (verdict) {
      case Verdict.Proceed _ -> {
        node.move(TaskState.PENDING, Cause.READY, null);
        journal.event(node.key(), EntryType.PENDING, node.standing().attempt(), null);
      }
      case Verdict.Skip _ -> end(node, TaskState.SKIPPED, Cause.DECIDED, Reason.GUARD.text());
      case Verdict.Fail fail -> end(node, TaskState.FAILURE, Cause.DECIDED, fail.reason());
      case Verdict.Value value -> {
        journal.result(node.key(), value.json());
        if (node.shape().flow().output() != null) {
          journal.output(node.key(), value.json());
        }
        end(node, TaskState.SUCCESS, Cause.DECIDED, null);
      }
      case Verdict.Items spread -> spread(node, spread.items());
    }
  }

  private void spread(Node barrier, List<String> values) {
    int first = values.isEmpty() ? 0 : nodes.allot(barrier.key().batchId(), values.size());
    barrier.spread(values.size(), first);
    List<Node> items = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      TaskKey key = new TaskKey(barrier.key().batchId(), first + i);
      Node item = Node.created(key, barrier.shape().item(barrier.key().no(), i), 0);
      nodes.add(item);
      journal.item(key, values.get(i));
      items.add(item);
    }
    items.forEach(this::ready);
    // Without items the barrier completes at once with an empty list.
    ready(barrier);
  }

  /** Returns the parents of a task, with the items of its spread. */
  public static List<TaskKey> parents(Node node) {
    List<TaskKey> keys = new ArrayList<>(node.shape().parents().length);
    for (int parent : node.shape().parents()) {
      keys.add(new TaskKey(node.key().batchId(), parent));
    }
    node.shape().foreignParents().forEach(edge -> keys.add(edge.other()));
    for (int i = 0; i < node.standing().items(); i++) {
      keys.add(new TaskKey(node.key().batchId(), node.standing().firstItem() + i));
    }
    return keys;
  }
}
