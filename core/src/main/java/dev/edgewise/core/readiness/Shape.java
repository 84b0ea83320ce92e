package dev.edgewise.core.readiness;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.TaskKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The immutable part of a task that readiness depends on.
 *
 * @param children numbers of the children in the same batch
 * @param conditions the conditions of the edges to them, in the same order
 * @param parents numbers of the parents in the same batch
 * @param parentConditions the conditions of the edges from them, in the same order
 * @param join how many of its incoming edges must be satisfied
 * @param foreignChildren edges into other batches
 * @param foreignParents edges from other batches
 * @param lane the queue of the task when it is ready
 * @param retry null if failures are not retried
 * @param startAfter null if it may start at once
 * @param reads the tasks whose results the expressions read, by local ID
 * @param spreadOf the number of the spread that this task is an item of; 0 if it is none
 * @param traits what few tasks have
 */
@SuppressWarnings("ArrayRecordComponent") // shapes are never compared, and there are many of them
public record Shape(
    String localId,
    String kind,
    String lane,
    int timeoutSecs,
    int[] children,
    Condition[] conditions,
    int[] parents,
    Condition[] parentConditions,
    Join join,
    List<ForeignEdge> foreignChildren,
    List<ForeignEdge> foreignParents,
    @Nullable RetryPolicy retry,
    @Nullable Instant startAfter,
    boolean deadEndBarrier,
    Hooks hooks,
    DataFlow flow,
    Map<String, TaskKey> reads,
    int spreadOf,
    int itemIndex,
    Traits traits) {

  /**
   * What few tasks have.
   *
   * @param deadlineMillis the time from the task's readiness in which it has to end; 0 for no limit
   * @param failsBatchAs the name in the reason of the tasks that are canceled when this one fails;
   *     null if its failure does not end the batch
   * @param called whether its batch is called by a task of another batch
   */
  public record Traits(long deadlineMillis, @Nullable String failsBatchAs, boolean called) {
    /** A task without traits. */
    public static final Traits NONE = new Traits(0, null, false);

    /** Returns these traits, as the shared instance if there are none. */
    public static Traits of(long deadlineMillis, @Nullable String failsBatchAs, boolean called) {
      Traits traits = new Traits(deadlineMillis, failsBatchAs, called);
      return traits.equals(NONE) ? NONE : traits;
    }
  }

  /** The kinds of webhooks that the task has. */
  public record Hooks(boolean start, boolean success, boolean failure, boolean cancel) {}

  /** An edge between batches, seen from one end, and whether it has a fact. */
  public record ForeignEdge(TaskKey other, Condition condition, boolean resolved) {}

  /** Returns the children of the task. */
  public List<TaskKey> childrenOf(TaskKey self) {
    List<TaskKey> keys = new ArrayList<>(childCount());
    for (int child : children) {
      keys.add(new TaskKey(self.batchId(), child));
    }
    foreignChildren.forEach(edge -> keys.add(edge.other()));
    return keys;
  }

  /** Returns this shape with edges between batches. */
  public Shape tied(List<ForeignEdge> toChildren, List<ForeignEdge> fromParents) {
    return new Shape(
        localId,
        kind,
        lane,
        timeoutSecs,
        children,
        conditions,
        parents,
        parentConditions,
        join,
        toChildren,
        fromParents,
        retry,
        startAfter,
        deadEndBarrier,
        hooks,
        flow,
        reads,
        spreadOf,
        itemIndex,
        traits);
  }

  /** Returns the number of outgoing edges. */
  public int childCount() {
    return children.length + foreignChildren.size();
  }

  /** Returns the number of incoming edges, without those of the items of a spread. */
  public int parentCount() {
    return parents.length + foreignParents.size();
  }

  /** Whether a ready task is decided by the server before it is queued, or instead of it. */
  public boolean decidedInline() {
    return flow.unexecuted() || flow.when() != null || spreads();
  }

  /** Whether the task runs without an executor: it waits, or it calls a workflow. */
  public boolean runsByItself() {
    return (flow.waitFor() != null || flow.call() != null) && !spreads();
  }

  /** Whether the task is a spread, not an item of one. */
  public boolean spreads() {
    return flow.spread() != null && spreadOf == 0;
  }

  /** Whether the task is an item whose failure becomes a value of its spread. */
  public boolean collected() {
    return spreadOf > 0 && flow.spread() != null && flow.spread().absorbsFailures();
  }

  /**
   * Returns the shape of an item of this spread: the same work, with the spread as its only child.
   */
  Shape item(int spread, int index) {
    return new Shape(
        localId + "[" + index + "]",
        kind,
        lane,
        timeoutSecs,
        new int[] {spread},
        new Condition[] {Condition.ALWAYS},
        new int[0],
        new Condition[0],
        Join.ALL,
        List.of(),
        List.of(),
        retry,
        startAfter,
        false,
        new Hooks(hooks.start(), false, false, hooks.cancel()),
        flow,
        reads,
        spread,
        index,
        Traits.of(0, null, traits.called()));
  }
}
