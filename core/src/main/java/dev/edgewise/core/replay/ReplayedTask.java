package dev.edgewise.core.replay;

import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskState;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A task as far as the ledger tells of it, with the facts of the edges that leave it. */
public final class ReplayedTask {
  private final int[] children;
  private final Condition[] conditions;
  private final int[] parents;
  private final @Nullable ReplayedFact[] facts;

  /** The edges by their children; null until somebody asks for one. */
  private @Nullable Map<Integer, Integer> edges;

  private TaskState state = TaskState.WAITING;
  private boolean untold = true;
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

  /** Whether no line has said anything of it yet. */
  boolean untold() {
    return untold;
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

  /** Which edge leads to a child; a rerun asks for many of one parent. */
  int edgeTo(int child) {
    if (edges == null) {
      edges = new HashMap<>();
      for (int i = 0; i < children.length; i++) {
        edges.put(children[i], i);
      }
    }
    Integer edge = edges.get(child);
    if (edge == null) {
      throw new IllegalStateException("task " + child + " has a parent that does not know it");
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
