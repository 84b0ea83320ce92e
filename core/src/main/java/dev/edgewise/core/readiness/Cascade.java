package dev.edgewise.core.readiness;

import static java.util.Comparator.comparing;

import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.readiness.Inline.Beginning;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Propagates the ends of tasks through the graph, wave by wave, without recursion. */
public final class Cascade {
  private final Nodes nodes;
  private final Journal journal;
  private final Inline inline;
  private final boolean deadEnds;
  private final Instant now;
  private List<Ended> wave = new ArrayList<>();
  private Set<TaskKey> spared = Set.of();
  private final Set<TaskKey> climbed = new HashSet<>();

  /** A task that just ended, and whether edges into it were open. */
  private record Ended(Node node, boolean hadOpenEdges) {}

  /**
   * @param deadEnds whether ancestors are canceled when all of their children have ended
   * @param now the time of the transaction
   */
  public Cascade(Nodes nodes, Journal journal, Inline inline, boolean deadEnds, Instant now) {
    this.now = now;
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
    if (terminal == TaskState.FAILURE && failsBatch(node.shape())) {
      String why = Reason.BATCH_FAILED + node.shape().traits().failsBatchAs();
      endBatch(node.key().batchId(), why);
    }
  }

  /** Whether the failure of a task ends its batch, because no child can make up for it. */
  private static boolean failsBatch(Shape shape) {
    if (shape.traits().failsBatchAs() == null) {
      return false;
    }
    for (Condition condition : shape.conditions()) {
      if (condition.satisfiedBy(Resolution.FAILED)) {
        return false;
      }
    }
    return shape.foreignChildren().stream()
        .noneMatch(edge -> edge.condition().satisfiedBy(Resolution.FAILED));
  }

  /** Cancels every task of a batch that has not ended. */
  public void endBatch(UUID batchId, String reason) {
    nodes.requireLive(batchId);
    List<Node> live =
        nodes.all().stream()
            .filter(node -> node.key().batchId().equals(batchId))
            .filter(node -> !node.state().terminal() && !node.isDiscarded())
            .sorted(comparing(Node::key))
            .toList();
    live.forEach(node -> end(node, TaskState.CANCELED, Cause.BATCH_OVER, reason));
  }

  /**
   * Resolves the edges of a new task from tasks that had already ended; {@link #ready} then decides
   * about it.
   *
   * @param firstNew the lowest number of a new task of the batch
   */
  public void meet(Node node, int firstNew) {
    Set<Node> ready = new LinkedHashSet<>();
    if (firstNew > 1) {
      journal.event(node.key(), EntryType.WAITING, node.standing().attempt(), null);
      meetOlder(node, firstNew, ready);
    }
    List<TaskKey> foreign = node.shape().foreignParents().stream().map(ForeignEdge::other).toList();
    nodes.require(foreign);
    for (ForeignEdge edge : node.shape().foreignParents()) {
      Node parent = nodes.node(edge.other());
      boolean open = !journal.resolved(new Edge(edge.other(), node.key()), edge.resolved());
      if (parent.state().terminal() && open) {
        resolveEdge(parent, node, edge.condition(), ready);
      }
    }
  }

  private void meetOlder(Node node, int firstNew, Set<Node> ready) {
    int[] parents = node.shape().parents();
    List<TaskKey> older = new ArrayList<>();
    for (int no : parents) {
      if (no < firstNew) {
        older.add(new TaskKey(node.key().batchId(), no));
      }
    }
    nodes.require(older);
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] < firstNew) {
        Node parent = nodes.node(new TaskKey(node.key().batchId(), parents[i]));
        if (parent.state().terminal()) {
          resolveEdge(parent, node, node.shape().parentConditions()[i], ready);
        }
      }
    }
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
    if (ofItem) {
      failFast(child, parent.state());
    }
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
        begin(node);
      }
      case Verdict.Skip _ -> end(node, TaskState.SKIPPED, Cause.DECIDED, Reason.GUARD.text());
      case Verdict.Fail fail -> end(node, TaskState.FAILURE, Cause.DECIDED, fail.reason());
      case Verdict.Value value -> {
        journal.result(node.key(), value.json());
        if (node.shape().flow().output() != null) {
          journal.output(node.key(), value.json());
        }
        end(node, TaskState.SUCCESS, Cause.DECIDED, null);
        if (node.shape().flow().returns() != null) {
          journal.returned(node.key(), value.json());
          endBatch(node.key().batchId(), Reason.BATCH_RETURNED.text());
        }
      }
      case Verdict.Items spread -> spread(node, spread.items());
    }
  }

  /** Begins a ready task that runs without an executor, unless its start is still to come. */
  public void begin(Node node) {
    Instant startAfter = node.shape().startAfter();
    if (!node.shape().runsByItself()
        || node.state() != TaskState.PENDING
        || (startAfter != null && startAfter.isAfter(now))) {
      return;
    }
    switch (inline.begin(node)) {
      case Beginning.Fails(String reason) -> end(node, TaskState.FAILURE, Cause.DECIDED, reason);
      case Beginning.Waits(WaitTerms terms) -> {
        run(node);
        journal.waits(node.key(), terms);
      }
      case Beginning.Calls(CallTerms terms) -> {
        run(node);
        journal.calls(node.key(), terms);
      }
    }
  }

  private void run(Node node) {
    int attempt = node.standing().attempt();
    node.move(TaskState.RUNNING, Cause.BEGIN, null);
    journal.event(node.key(), EntryType.RUNNING, attempt, null);
    if (node.shape().hooks().start()) {
      journal.call(node.key(), Trigger.START, attempt);
    }
  }

  /**
   * Counts an item that ended without success, and cancels the others once the spread cannot
   * succeed. A skipped item counts only where a number of successes is needed.
   */
  private void failFast(Node barrier, TaskState item) {
    Spread spread = Objects.requireNonNull(barrier.shape().flow().spread());
    if (spread.errors() != Spread.Errors.FAIL_FAST
        || item == TaskState.SUCCESS
        || (item == TaskState.SKIPPED && spread.minSuccess() == null)) {
      return;
    }
    barrier.countEdges(0, 1);
    if (barrier.standing().missed() == spread.fatal(barrier.standing().items())) {
      cancelItems(barrier);
    }
  }

  private void cancelItems(Node barrier) {
    List<TaskKey> items = barrier.items();
    nodes.require(items);
    for (TaskKey key : items) {
      Node other = nodes.node(key);
      if (!other.state().terminal()) {
        end(other, TaskState.CANCELED, Cause.FAIL_FAST, Reason.FAIL_FAST.text());
      }
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
    Spread spread = Objects.requireNonNull(barrier.shape().flow().spread());
    if (spread.errors() == Spread.Errors.FAIL_FAST && spread.fatal(items.size()) <= 0) {
      cancelItems(barrier);
    }
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
    keys.addAll(node.items());
    return keys;
  }
}
