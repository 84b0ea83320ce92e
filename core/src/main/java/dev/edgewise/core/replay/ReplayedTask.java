package dev.edgewise.core.replay;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A task as far as the ledger tells of it, with the facts of the edges that leave it. */
public final class ReplayedTask {
  private final int[] children;
  private final Condition[] conditions;
  private final int[] parents;
  private final @Nullable ReplayedFact[] facts;
  private TaskState state = TaskState.WAITING;
  private @Nullable TaskState pausedFrom;
  private int attempt;
  private @Nullable String reason;
  private @Nullable Instant endedAt;

  /**
   * @param conditions of the edges to the children
   */
  public ReplayedTask(int[] children, Condition[] conditions, int[] parents) {
    this.children = children;
    this.conditions = conditions;
    this.parents = parents;
    this.facts = new ReplayedFact[children.length];
  }

  public TaskState state() {
    return state;
  }

  /** What resume restores; null unless paused. */
  public @Nullable TaskState pausedFrom() {
    return pausedFrom;
  }

  public int attempt() {
    return attempt;
  }

  /** Why it ended so; null when there is no reason, or no end. */
  public @Nullable String reason() {
    return reason;
  }

  public @Nullable Instant endedAt() {
    return endedAt;
  }

  public int childCount() {
    return children.length;
  }

  public int child(int edge) {
    return children[edge];
  }

  /** What the edge to a child says; null while it is open. */
  public @Nullable ReplayedFact fact(int edge) {
    return facts[edge];
  }

  int[] parents() {
    return parents;
  }

  Condition condition(int edge) {
    return conditions[edge];
  }

  int edgeTo(int child) {
    for (int i = 0; i < children.length; i++) {
      if (children[i] == child) {
        return i;
      }
    }
    throw new IllegalStateException("task " + child + " has a parent that does not know it");
  }

  void say(int edge, @Nullable ReplayedFact fact) {
    facts[edge] = fact;
  }

  void move(TaskState to, int ofAttempt) {
    state = to;
    pausedFrom = null;
    attempt = ofAttempt;
    reason = null;
    endedAt = null;
  }

  void end(TaskState how, int ofAttempt, @Nullable String why, Instant when) {
    move(how, ofAttempt);
    reason = why;
    endedAt = when;
  }

  void pause() {
    pausedFrom = state;
    state = TaskState.PAUSED;
  }
}
