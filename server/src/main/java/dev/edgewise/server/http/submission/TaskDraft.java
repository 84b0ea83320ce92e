package dev.edgewise.server.http.submission;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.DedupeMatcher;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.GraphDraft;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Join;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.expression.Language;
import dev.edgewise.server.expression.TaskReferences;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A task that was read but whose dependencies are not resolved yet. */
final class TaskDraft {

  @Nullable String id;
  @Nullable String name;
  @Nullable String kind;
  @Nullable Integer timeout;
  @Nullable String metadata;
  @Nullable Integer priority;
  @Nullable String fairnessKey;
  @Nullable Integer fairnessWeight;
  List<Edge> edges = List.of();
  @Nullable Join join;
  @Nullable String onStart;
  @Nullable String onSuccess;
  @Nullable String onFailure;
  @Nullable String onCancel;
  @Nullable RetryPolicy retry;
  RuleReader.Rules rules = RuleReader.Rules.NONE;
  List<DedupeMatcher> dedupe = List.of();
  @Nullable Long expectedCount;
  @Nullable Boolean deadEndBarrier;
  @Nullable StartAfter startAfter;
  @Nullable Duration deadline;
  DataFlow flow = DataFlow.NONE;

  /** Ids of the tasks whose results the expressions read. */
  Set<String> reads = Set.of();

  /** The number of the first edge from a task of this request; the others follow it. */
  private int firstEdge;

  /** A dependency as submitted. */
  sealed interface Edge {

    /** From a task of this request, by its id. */
    record Named(String id, Condition condition) implements Edge {}

    /** From a task of an earlier batch. */
    record Foreign(UUID taskId, Condition condition) implements Edge {}
  }

  /** Adds the task and its edges to the graph. */
  void addTo(GraphDraft graph, int position) {
    graph.task(id == null ? "tasks[" + position + "]" : id);
    int named = 0;
    for (int i = 0; i < edges.size(); i++) {
      if (edges.get(i) instanceof Edge.Named(String parent, Condition _)) {
        firstEdge = graph.dependency(i, parent) - named++;
      }
    }
  }

  /** The local ids of the tasks that its dependencies and expressions name. */
  Set<String> names(Language language) {
    Set<String> names = new LinkedHashSet<>();
    for (Edge edge : edges) {
      if (edge instanceof Edge.Named(String parent, Condition _)) {
        names.add(parent);
      }
    }
    if (mayRefer()) {
      TaskReferences references = TaskReferences.of(flow, actions(), language);
      names.addAll(references.tasks().keySet());
      names.addAll(references.afterwards().keySet());
    }
    return names;
  }

  /**
   * The task with resolved dependencies and defaults, after all checks have passed.
   *
   * @param size the number of tasks of the request
   * @param older the tasks that follow them in the graph, which the batch had before
   */
  TaskSpec spec(GraphDraft graph, int size, List<Growth.Older> older) {
    if (id == null || name == null || kind == null) {
      throw new IllegalStateException("A task without id, name or kind passed the checks");
    }
    List<Dependency> dependencies = new ArrayList<>(edges.size());
    int next = firstEdge;
    for (Edge edge : edges) {
      dependencies.add(
          switch (edge) {
            case Edge.Named(String _, Condition condition) -> {
              int parent = graph.parent(next++);
              yield parent < size
                  ? new Dependency.Local(parent, condition)
                  : new Dependency.Foreign(older.get(parent - size).task().publicId(), condition);
            }
            case Edge.Foreign(UUID parent, Condition condition) ->
                new Dependency.Foreign(parent, condition);
          });
    }
    return new TaskSpec(
        id,
        name,
        kind,
        timeout == null ? Limits.TIMEOUT_DEFAULT_SECS : timeout,
        metadata,
        priority == null ? 0 : priority,
        fairness(),
        dependencies,
        join == null ? Join.ALL : join,
        actions(),
        retry,
        rules.json(),
        dedupe,
        expectedCount,
        deadEndBarrier != null && deadEndBarrier,
        startAfter,
        deadline == null ? 0 : deadline.toMillis(),
        flow,
        reads.isEmpty() ? List.of() : reads.stream().map(graph::indexOf).toList());
  }

  /** Takes what the task does not say itself from its batch. */
  void inherit(@Nullable String batchKey, @Nullable Integer batchWeight) {
    fairnessKey = fairnessKey == null ? batchKey : fairnessKey;
    fairnessWeight = fairnessWeight == null ? batchWeight : fairnessWeight;
  }

  private Fairness fairness() {
    boolean usual = fairnessKey == null && fairnessWeight == null;
    return usual
        ? Fairness.NONE
        : new Fairness(fairnessKey, fairnessWeight == null ? 1 : fairnessWeight);
  }

  /** Whether the task has members that may contain expressions. */
  boolean mayRefer() {
    return !flow.equals(DataFlow.NONE) || !actions().equals(Actions.NONE);
  }

  Actions actions() {
    boolean silent = onStart == null && onSuccess == null && onFailure == null && onCancel == null;
    return silent ? Actions.NONE : new Actions(onStart, onSuccess, onFailure, onCancel);
  }
}
