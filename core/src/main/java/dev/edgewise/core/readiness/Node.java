package dev.edgewise.core.readiness;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task in a transaction: its shape, its loaded standing, and its current standing. Every move is
 * checked against the transition table.
 */
public final class Node {
  private final TaskKey key;
  private final Shape shape;
  private final Standing loaded;
  private Standing standing;
  private boolean created;
  private boolean discarded;
  private boolean restarted;

  public Node(TaskKey key, Shape shape, Standing standing) {
    this.key = key;
    this.shape = shape;
    this.loaded = standing;
    this.standing = standing;
  }

  /** Creates a node that this transaction adds to the graph. */
  public static Node created(TaskKey key, Shape shape, int required) {
    Node node = new Node(key, shape, Standing.untouched(TaskState.WAITING, required));
    node.created = true;
    return node;
  }

  public TaskKey key() {
    return key;
  }

  public Shape shape() {
    return shape;
  }

  public Standing loaded() {
    return loaded;
  }

  public Standing standing() {
    return standing;
  }

  public TaskState state() {
    return standing.state();
  }

  /** Whether this transaction inserts the node. */
  public boolean isNew() {
    return created;
  }

  /** Whether this transaction deletes the node. */
  public boolean isDiscarded() {
    return discarded;
  }

  /** Marks the node for deletion by this transaction. */
  public void discard() {
    discarded = true;
  }

  /** Whether the node must be written. */
  public boolean changed() {
    return created || !standing.equals(loaded);
  }

  /** Whether the task has open edges, paused or not. */
  public boolean waits() {
    return state() == TaskState.WAITING || standing.pausedFrom() == TaskState.WAITING;
  }

  /** Returns the items of the task's spread; none before it spreads. */
  public List<TaskKey> items() {
    List<TaskKey> items = new ArrayList<>(Math.max(0, standing.items()));
    for (int i = 0; i < standing.items(); i++) {
      items.add(new TaskKey(key.batchId(), standing.firstItem() + i));
    }
    return items;
  }

  /** Whether a rerun in this transaction has reset the task. */
  public boolean isRestarted() {
    return restarted;
  }

  /** Whether the task may be running, paused or not. */
  public boolean executing() {
    return state().held() || (standing.pausedFrom() != null && standing.pausedFrom().held());
  }

  /** Whether as many edges are satisfied as the task needs. */
  public boolean complete() {
    return standing.satisfied() == standing.required();
  }

  /** Whether so many edges are unsatisfied that the others cannot be enough. */
  public boolean impossible() {
    int needed = shape.join().needed(shape.parentCount());
    return standing.items() < 0 && standing.missed() > shape.parentCount() - needed;
  }

  /**
   * Moves the task to a state that is neither a pause nor a retry.
   *
   * @param reason the new failure reason; null clears it
   */
  public void move(TaskState to, Cause cause, @Nullable String reason) {
    check(to, cause);
    Standing.Change next = standing.change();
    next.started |= to == TaskState.RUNNING || (to.terminal() && state().held());
    next.state = to;
    next.pausedFrom = null;
    next.failureReason = reason;
    next.nextRetryAt = null;
    standing = next.done();
  }

  private void check(TaskState to, Cause cause) {
    Transition.check(state(), to, cause, key);
  }

  /**
   * Counts one newly resolved edge, unless the task had already all that it needs.
   *
   * @param ofItem whether the edge comes from an item of the task's spread
   * @throws ReadinessOverflowException when more edges would be satisfied than there are
   */
  void resolveEdge(boolean satisfied, boolean ofItem) {
    boolean joined = !shape.join().all() && !ofItem;
    if (joined && (complete() || standing.items() >= 0)) {
      return;
    }
    if (!satisfied) {
      countEdges(0, joined ? 1 : 0);
      return;
    }
    if (complete()) {
      throw new ReadinessOverflowException(key);
    }
    countEdges(1, 0);
  }

  /** Adds to the numbers of satisfied and of unsatisfied edges. */
  public void countEdges(int satisfied, int missed) {
    if (satisfied != 0 || missed != 0) {
      Standing.Change next = standing.change();
      next.satisfied += satisfied;
      next.missed += missed;
      standing = next.done();
    }
  }

  /**
   * Adds to the number of children that ended before this task; negative when a rerun resets one.
   */
  public void countEndedChildren(int more) {
    Standing.Change next = standing.change();
    next.endedChildren += more;
    standing = next.done();
  }

  /** Pauses the task; {@link #resume} restores its state. */
  public void pause() {
    check(TaskState.PAUSED, Cause.PAUSE);
    Standing.Change next = standing.change();
    next.pausedFrom = state();
    next.state = TaskState.PAUSED;
    standing = next.done();
  }

  /** Resumes a paused task. */
  public void resume(TaskState to) {
    check(to, Cause.RESUME);
    Standing.Change next = standing.change();
    next.state = to;
    next.pausedFrom = null;
    standing = next.done();
  }

  /** Schedules the next attempt. */
  public void retryAt(Instant due, Cause cause, String reason) {
    check(TaskState.RETRY_PENDING, cause);
    Standing.Change next = standing.change();
    next.state = TaskState.RETRY_PENDING;
    next.pausedFrom = null;
    next.attempt++;
    next.retries++;
    next.failureReason = reason;
    next.nextRetryAt = due;
    standing = next.done();
  }

  /** Makes a task whose retry is due ready again. */
  public void rearm() {
    check(TaskState.PENDING, Cause.RETRY_DUE);
    Standing.Change next = standing.change();
    next.state = TaskState.PENDING;
    next.pausedFrom = null;
    next.failureReason = null;
    next.nextRetryAt = null;
    next.started = false;
    standing = next.done();
  }

  /** Makes a running task ready again, as if its attempt had not started. */
  public void putBack() {
    check(TaskState.PENDING, Cause.PUT_BACK);
    Standing.Change next = standing.change();
    next.state = TaskState.PENDING;
    next.started = false;
    standing = next.done();
  }

  /** Records the items of the task's spread; each has an edge into the task. */
  void spread(int items, int firstItem) {
    Standing.Change next = standing.change();
    next.required += items;
    next.missed = 0;
    next.items = items;
    next.firstItem = firstItem;
    standing = next.done();
  }

  /**
   * Resets the task for a rerun, with a full retry budget.
   *
   * @param newAttempt whether the attempt number increases; it does not for a task that never ran
   */
  public void reset(int required, int endedChildren, boolean newAttempt) {
    if (state().held()) {
      check(TaskState.CANCELED, Cause.RERUN);
    } else if (!waits()) {
      TaskState was = standing.pausedFrom() == null ? state() : standing.pausedFrom();
      Transition.check(was.held() ? TaskState.CANCELED : was, TaskState.WAITING, Cause.RERUN, key);
    }
    Standing.Change next = standing.change();
    next.state = TaskState.WAITING;
    next.pausedFrom = null;
    next.required = required;
    next.satisfied = 0;
    next.missed = 0;
    next.endedChildren = endedChildren;
    next.attempt += newAttempt ? 1 : 0;
    next.retries = 0;
    next.items = -1;
    next.firstItem = 0;
    next.failureReason = null;
    next.nextRetryAt = null;
    next.started = false;
    standing = next.done();
    restarted = true;
  }
}
