package dev.edgewise.core.replay;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task rebuilt from the ledger, with the facts of its outgoing edges. */
public final class ReplayedTask {
  private final int[] children;
  private final Condition[] conditions;
  private final int[] parents;
  private final @Nullable ReplayedFact[] facts;

  /** The edges by child; null until first used. */
  private @Nullable Map<Integer, Integer> edges;

  private TaskState state = TaskState.WAITING;
  private boolean untold = true;
  private @Nullable TaskState pausedFrom;
  private int attempt;
  private @Nullable String reason;
  private @Nullable Instant endedAt;

  /**
   * @param conditions the conditions of the edges to the children
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

  /** Whether no entry has named the task yet. */
  boolean untold() {
    return untold;
  }

  /** The state that resume restores; null unless paused. */
  public @Nullable TaskState pausedFrom() {
    return pausedFrom;
  }

  public int attempt() {
    return attempt;
  }

  /** The failure reason; null if there is none or the task has not ended. */
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

  /** The fact of an edge; null while it is open. */
  public @Nullable ReplayedFact fact(int edge) {
    return facts[edge];
  }

  int[] parents() {
    return parents;
  }

  Condition condition(int edge) {
    return conditions[edge];
  }

  /**
   * Returns the index of the edge to a child; indexed, because a rerun looks up many children of
   * one parent.
   */
  int edgeTo(int child) {
    if (edges == null) {
      edges = new HashMap<>();
      for (int i = 0; i < children.length; i++) {
        edges.put(children[i], i);
      }
    }
    Integer edge = edges.get(child);
    if (edge == null) {
      throw new IllegalStateException("task " + child + " is not a child of its parent");
    }
    return edge;
  }

  void say(int edge, @Nullable ReplayedFact fact) {
    facts[edge] = fact;
  }

  void move(TaskState to, int ofAttempt) {
    state = to;
    untold = false;
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
