package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The changing part of a task: its state, counters and times.
 *
 * @param pausedFrom the state that resume restores; null unless the task is paused
 * @param required the number of edges that must be satisfied
 * @param satisfied the number of satisfied edges; edges that are satisfied after as many as
 *     required are not counted
 * @param missed the number of edges that can no longer be satisfied, counted while the task waits
 *     and does not need all of its edges
 * @param endedChildren the number of children that ended before this task
 * @param attempt counts from 0
 * @param retries the used retries of the current budget
 * @param claims the number of claims so far
 * @param items the number of items of its spread; -1 before it spreads
 * @param firstItem the number of the first item
 * @param failureReason why it failed or is retried; null otherwise
 * @param nextRetryAt when the next attempt is due; null unless a retry is pending
 * @param started whether the current attempt has started
 */
public record Standing(
    TaskState state,
    @Nullable TaskState pausedFrom,
    int required,
    int satisfied,
    int missed,
    int endedChildren,
    int attempt,
    int retries,
    int claims,
    int items,
    int firstItem,
    @Nullable String failureReason,
    @Nullable Instant nextRetryAt,
    boolean started) {

  /** Returns the standing of a new task. */
  public static Standing untouched(TaskState state, int required) {
    return new Standing(state, null, required, 0, 0, 0, 0, 0, 0, -1, 0, null, null, false);
  }

  /** Returns this standing after a claim by an executor. */
  public Standing claimed(TaskState held) {
    Change next = change();
    next.state = held;
    next.pausedFrom = null;
    next.claims++;
    next.started = held == TaskState.RUNNING;
    return next.done();
  }

  /** Returns a copy whose parts can be replaced by name. */
  Change change() {
    return new Change(this);
  }

  /** The parts of the next standing; unchanged ones keep their values. */
  static final class Change {
    TaskState state;
    @Nullable TaskState pausedFrom;
    int required;
    int satisfied;
    int missed;
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
      missed = from.missed;
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
          missed,
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
