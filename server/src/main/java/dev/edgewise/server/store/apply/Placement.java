package dev.edgewise.server.store.apply;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ReadyTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Where changed tasks are found next: ready for an executor, parked, under a lease, with a timer,
 * or nowhere.
 */
public final class Placement {
  private final Instant now;
  final List<Node> ready = new ArrayList<>();
  final List<Node> parked = new ArrayList<>();
  final List<TaskKey> unqueued = new ArrayList<>();
  final List<TaskKey> released = new ArrayList<>();
  final List<Node> leased = new ArrayList<>();
  final List<Timer> timers = new ArrayList<>();
  final List<TaskKey> untimed = new ArrayList<>();
  final List<String> freedPrefixes = new ArrayList<>();
  private final List<String> leftByWorkers = new ArrayList<>();
  private final Map<String, Integer> openItems = new HashMap<>();

  /** A moment at which a task goes on by itself. */
  record Timer(TaskKey task, Instant due) {}

  private Placement(Instant now) {
    this.now = now;
  }

  /**
   * Finds the places of changed tasks.
   *
   * @param changed in the order of their keys
   */
  static Placement of(List<Node> changed, Instant now) {
    Placement placement = new Placement(now);
    changed.forEach(placement::add);
    return placement;
  }

  private void add(Node node) {
    TaskState from = node.loaded().state();
    TaskState to = node.state();
    if (from == to) {
      return;
    }
    if (!node.isNew()) {
      leave(node, from, to);
    }
    enter(node, from, to);
  }

  private void leave(Node node, TaskState from, TaskState to) {
    boolean stood = from == TaskState.PENDING || from.held();
    if (bounded(node) && stood && to != TaskState.PENDING && !to.held()) {
      // A parked item of the same spread may have its place.
      freedPrefixes.add(spreadPrefix(node));
    }
    if (from == TaskState.PENDING) {
      unqueued.add(node.key());
      if (node.shape().startAfter() != null) {
        untimed.add(node.key());
      }
    } else if (from.held() && !to.held() && !node.shape().runsByItself()) {
      released.add(node.key());
      if (!node.shape().hooks().start()) {
        leftByWorkers.add(node.shape().lane());
      }
      Workspace workspace = Workspace.of(node.key().batchId());
      freedPrefixes.add(Lane.runningPrefix(workspace));
      freedPrefixes.add(Lane.rulePrefix(workspace, node.shape().kind()));
    } else if (from == TaskState.RETRY_PENDING) {
      untimed.add(node.key());
    }
  }

  private void enter(Node node, TaskState from, TaskState to) {
    if (to == TaskState.PENDING) {
      Instant startAfter = node.shape().startAfter();
      if (startAfter != null && startAfter.isAfter(now)) {
        timers.add(new Timer(node.key(), startAfter));
      } else if (beyondBound(node)) {
        parked.add(node);
      } else {
        ready.add(node);
      }
    } else if (to == TaskState.RETRY_PENDING) {
      timers.add(new Timer(node.key(), Objects.requireNonNull(node.standing().nextRetryAt())));
    } else if (to.held() && !from.held() && !node.shape().runsByItself()) {
      leased.add(node);
    }
  }

  /**
   * Whether a new item is beyond the bound of its spread. The claim keeps the bound; this only
   * spares it from looking at items that cannot be taken yet.
   */
  private boolean beyondBound(Node node) {
    return node.isNew()
        && bounded(node)
        && openItems.merge(spreadPrefix(node), 1, Integer::sum) > parallel(node);
  }

  private static boolean bounded(Node node) {
    return node.shape().spreadOf() > 0 && !node.shape().runsByItself() && parallel(node) > 0;
  }

  private static int parallel(Node item) {
    return Objects.requireNonNull(item.shape().flow().spread()).parallel();
  }

  static String spreadPrefix(Node node) {
    return Lane.spreadPrefix(node.key(), node.shape().spreadOf());
  }

  /**
   * The tasks that a waiting worker may be given at once.
   *
   * @param limitedWorkspaces whose tasks are never given, because a claim has to count
   */
  public List<ReadyTask> assignable(Set<Integer> limitedWorkspaces) {
    List<ReadyTask> tasks = new ArrayList<>(ready.size());
    for (Node node : ready) {
      // The lease of a task that was held until now ends in the statement that would begin the
      // next.
      if (!node.loaded().state().held() && !limited(node, limitedWorkspaces)) {
        Token next = new Token(node.standing().attempt(), node.loaded().claims() + 1);
        tasks.add(new ReadyTask(node.key(), node.shape().lane(), next));
      }
    }
    return tasks;
  }

  private static boolean limited(Node node, Set<Integer> limitedWorkspaces) {
    return !limitedWorkspaces.isEmpty()
        && limitedWorkspaces.contains(Workspace.of(node.key().batchId()).number());
  }

  /** The lanes of the tasks that workers held until now. */
  public List<String> leftByWorkers() {
    return leftByWorkers;
  }

  /** Whether workspaces share the lane of a ready task. */
  boolean sharesLanes() {
    return ready.stream()
        .anyMatch(
            node -> FairLanes.shared(node.shape().lane(), Workspace.of(node.key().batchId())));
  }

  /** Whether a timer is set. */
  public boolean setsTimers() {
    return !timers.isEmpty();
  }

  /** Whether a place becomes free that a parked task may wait for. */
  public boolean freesPlaces() {
    return !freedPrefixes.isEmpty();
  }
}
