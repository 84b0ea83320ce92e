package dev.edgewise.core.readiness;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a task is, as far as readiness cares.
 *
 * @param children numbers of the children in the same batch
 * @param conditions the conditions of the edges to them, in the same order
 * @param parents numbers of the parents in the same batch
 * @param parentConditions the conditions of the edges from them, in the same order
 * @param foreignChildren edges into other batches
 * @param foreignParents edges from other batches
 * @param lane where the task queues when it is ready
 * @param retry null means that no failure is retried
 * @param startAfter null means at once
 * @param reads the tasks whose results the expressions read, by their local ids
 * @param spreadOf the spread this task is an item of, 0 for none
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
    List<ForeignEdge> foreignChildren,
    List<ForeignEdge> foreignParents,
    @Nullable RetryPolicy retry,
    @Nullable Instant startAfter,
    boolean deadEndBarrier,
    Hooks hooks,
    DataFlow flow,
    Map<String, TaskKey> reads,
    int spreadOf,
    int itemIndex) {

  /** Which kinds of end webhooks the task has. */
  public record Hooks(boolean start, boolean success, boolean failure, boolean cancel) {}

  /** One edge between batches, seen from either side, and whether it has its fact. */
  public record ForeignEdge(TaskKey other, Condition condition, boolean resolved) {}

  /** The tasks at the other ends of the edges that leave this one. */
  public List<TaskKey> childrenOf(TaskKey self) {
    List<TaskKey> keys = new ArrayList<>(childCount());
    for (int child : children) {
      keys.add(new TaskKey(self.batchId(), child));
    }
    foreignChildren.forEach(edge -> keys.add(edge.other()));
    return keys;
  }

  /** This shape with its edges between batches. */
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
        toChildren,
        fromParents,
        retry,
        startAfter,
        deadEndBarrier,
        hooks,
        flow,
        reads,
        spreadOf,
        itemIndex);
  }

  /** How many edges leave the task. */
  public int childCount() {
    return children.length + foreignChildren.size();
  }

  /** Whether becoming ready takes more than a place in the queue. */
  public boolean decidedInline() {
    return flow.inline() || flow.when() != null || (flow.spread() != null && spreadOf == 0);
  }

  /** Whether the task is a spread, not an item of one. */
  public boolean spreads() {
    return flow.spread() != null && spreadOf == 0;
  }

  /** Whether the task is an item whose bad end its spread makes a value of. */
  public boolean collected() {
    return spreadOf > 0 && flow.collectErrors();
  }

  /** The shape of one item of this spread: the same work, with the spread as its only child. */
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
        List.of(),
        List.of(),
        retry,
        startAfter,
        false,
        new Hooks(hooks.start(), false, false, hooks.cancel()),
        flow,
        reads,
        spread,
        index);
  }
}
