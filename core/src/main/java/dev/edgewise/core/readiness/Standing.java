package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a task stands.
 *
 * @param pausedFrom the state that resume restores; null unless the task is paused
 * @param required how many edges have to be satisfied
 * @param satisfied how many are
 * @param endedChildren children that ended while this task had not
 * @param attempt counts from 0
 * @param retries how many retries of the current budget are used up
 * @param claims how often the task was claimed so far
 * @param items how many items its spread made; -1 before that
 * @param firstItem number of the first of them
 * @param failureReason why it ended badly or is tried again; null otherwise
 * @param nextRetryAt when the next attempt is due; null unless the task waits for one
 * @param started whether the current attempt has started
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

  /** The standing of a task that nothing has happened to yet. */
  public static Standing untouched(TaskState state, int required) {
    return new Standing(state, null, required, 0, 0, 0, 0, 0, -1, 0, null, null, false);
  }

  /** The standing of the same task once an executor has claimed it. */
  public Standing claimed(TaskState held) {
    Change next = change();
    next.state = held;
    next.pausedFrom = null;
    next.claims++;
    next.started = held == TaskState.RUNNING;
    return next.done();
  }

  /** A copy whose parts can be replaced by name. */
  Change change() {
    return new Change(this);
  }

  /** The parts of the next standing, each as it was until it is replaced. */
  static final class Change {
    TaskState state;
    @Nullable TaskState pausedFrom;
    int required;
    int satisfied;
    int endedChildren;
    int attempt;
    int retries;
    int claims;
    int items;
    int firstItem;
    @Nullable String failureReason;
    @Nullable Instant nextRetryAt;
    boolean started;

    private Change(Standing from) {
      state = from.state;
      pausedFrom = from.pausedFrom;
      required = from.required;
      satisfied = from.satisfied;
      endedChildren = from.endedChildren;
      attempt = from.attempt;
      retries = from.retries;
      claims = from.claims;
      items = from.items;
      firstItem = from.firstItem;
      failureReason = from.failureReason;
      nextRetryAt = from.nextRetryAt;
      started = from.started;
    }

    Standing done() {
      return new Standing(
          state,
          pausedFrom,
          required,
          satisfied,
          endedChildren,
          attempt,
          retries,
          claims,
          items,
          firstItem,
          failureReason,
          nextRetryAt,
          started);
    }
  }
}
