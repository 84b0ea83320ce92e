package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One task in the working set of a transaction: what it is, where it stood when loaded, where it
 * stands now.
 */
public final class Node {
  private final TaskKey key;
  private final Shape shape;
  private final Standing loaded;
  private Standing standing;
  private boolean created;
  private boolean discarded;

  /**
   * Where a task stands.
   *
   * @param pausedFrom the state that resume restores; null unless paused
   * @param items how many items its spread made; -1 before that
   * @param firstItem number of the first of them
   * @param failureReason why it ended badly or is tried again; null otherwise
   * @param nextRetryAt when the next attempt is due; null unless it waits for one
   */
  public record Standing(
      TaskState state,
      @Nullable TaskState pausedFrom,
      int required,
      int satisfied,
      int endedChildren,
      int attempt,
      int retries,
      int claims,
      int items,
      int firstItem,
      @Nullable String failureReason,
      @Nullable Instant nextRetryAt,
      boolean started) {

    /** Where a task stands that nothing has happened to yet. */
    public static Standing untouched(TaskState state, int required) {
      return new Standing(state, null, required, 0, 0, 0, 0, 0, -1, 0, null, null, false);
    }

    /** The same task in the hands of whoever has claimed it. */
    public Standing claimed(TaskState held) {
      return new Standing(
          held,
          null,
          required,
          satisfied,
          endedChildren,
          attempt,
          retries,
          claims + 1,
          items,
          firstItem,
          failureReason,
          nextRetryAt,
          held == TaskState.RUNNING);
    }
  }

  public Node(TaskKey key, Shape shape, Standing standing) {
    this.key = key;
    this.shape = shape;
    this.loaded = standing;
    this.standing = standing;
  }

  /** A node that this transaction adds to the graph. */
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

  void discard() {
    discarded = true;
  }

  /** Whether anything has to be written. */
  public boolean changed() {
    return created || !standing.equals(loaded);
  }

  /** Whether the task still waits for edges, paused or not. */
  public boolean waits() {
    return state() == TaskState.WAITING || standing.pausedFrom() == TaskState.WAITING;
  }

  /** Whether an executor may be at work on it, paused or not. */
  public boolean executing() {
    return state().held() || (standing.pausedFrom() != null && standing.pausedFrom().held());
  }

  /** Whether all edges are satisfied. */
  public boolean complete() {
    return standing.satisfied() == standing.required();
  }

  void become(Standing next) {
    standing = next;
  }

  void move(TaskState to, @Nullable String reason) {
    var s = standing;
    boolean started = s.started() || to == TaskState.RUNNING || (to.terminal() && state().held());
    standing =
        new Standing(
            to,
            null,
            s.required(),
            s.satisfied(),
            s.endedChildren(),
            s.attempt(),
            s.retries(),
            s.claims(),
            s.items(),
            s.firstItem(),
            reason,
            null,
            started);
  }

  /** Counts one newly resolved edge, refusing to count more edges than there are. */
  void resolveEdge(boolean satisfied) {
    if (!satisfied) {
      return;
    }
    if (standing.satisfied() >= standing.required()) {
      throw new ReadinessOverflowException(key);
    }
    count(1, 0);
  }

  void count(int satisfied, int endedChildren) {
    var s = standing;
    standing =
        new Standing(
            s.state(),
            s.pausedFrom(),
            s.required(),
            s.satisfied() + satisfied,
            s.endedChildren() + endedChildren,
            s.attempt(),
            s.retries(),
            s.claims(),
            s.items(),
            s.firstItem(),
            s.failureReason(),
            s.nextRetryAt(),
            s.started());
  }

  void pause() {
    var s = standing;
    standing =
        new Standing(
            /* state= */ TaskState.PAUSED,
            /* pausedFrom= */ s.state(),
            s.required(),
            s.satisfied(),
            s.endedChildren(),
            s.attempt(),
            s.retries(),
            s.claims(),
            s.items(),
            s.firstItem(),
            s.failureReason(),
            s.nextRetryAt(),
            s.started());
  }

  void resume(TaskState to) {
    var s = standing;
    standing =
        new Standing(
            to,
            null,
            s.required(),
            s.satisfied(),
            s.endedChildren(),
            s.attempt(),
            s.retries(),
            s.claims(),
            s.items(),
            s.firstItem(),
            s.failureReason(),
            s.nextRetryAt(),
            s.started());
  }

  void retryAt(Instant due, String reason) {
    var s = standing;
    standing =
        new Standing(
            TaskState.RETRY_PENDING,
            null,
            s.required(),
            s.satisfied(),
            s.endedChildren(),
            s.attempt() + 1,
            s.retries() + 1,
            s.claims(),
            s.items(),
            s.firstItem(),
            reason,
            due,
            s.started());
  }

  void rearm() {
    var s = standing;
    standing =
        new Standing(
            TaskState.PENDING,
            null,
            s.required(),
            s.satisfied(),
            s.endedChildren(),
            s.attempt(),
            s.retries(),
            s.claims(),
            s.items(),
            s.firstItem(),
            null,
            null,
            false);
  }

  void spread(int items, int firstItem) {
    var s = standing;
    standing =
        new Standing(
            s.state(),
            s.pausedFrom(),
            s.required() + items,
            s.satisfied(),
            s.endedChildren(),
            s.attempt(),
            s.retries(),
            s.claims(),
            items,
            firstItem,
            s.failureReason(),
            s.nextRetryAt(),
            s.started());
  }

  /** Back to the start for a rerun: a new attempt with a full retry budget. */
  void reset(int required, int satisfied, int endedChildren, boolean newAttempt) {
    var s = standing;
    standing =
        new Standing(
            TaskState.WAITING,
            null,
            required,
            satisfied,
            endedChildren,
            s.attempt() + (newAttempt ? 1 : 0),
            0,
            s.claims(),
            -1,
            0,
            null,
            null,
            false);
  }
}
