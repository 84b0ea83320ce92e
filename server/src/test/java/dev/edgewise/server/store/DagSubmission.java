package dev.edgewise.server.store;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.MinSuccess;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.oracle.model.DagModel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A graph of the model as a submission to the store. */
final class DagSubmission {
  private final DagModel dag;
  private final String domain;

  /**
   * @param domain what the names of all hosts end with
   */
  DagSubmission(DagModel dag, String domain) {
    this.dag = dag;
    this.domain = domain;
  }

  BatchSpec batch() {
    return new BatchSpec(
        null,
        null,
        null,
        null,
        dag.nodes().stream().map(this::task).toList(),
        dag.stopsOnFailure(),
        dag.deadlineSecs() * 1000L,
        null);
  }

  /** A host of its own for each submitted task, so that a claim can ask for exactly one. */
  static String host(String task, String domain) {
    return task + "." + domain;
  }

  private TaskSpec task(DagModel.Node node) {
    DataFlow flow = flow(node);
    String start =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://%s/\",\"verb\":\"Post\"}}"
            .formatted(host(node.name(), domain));
    List<Dependency> parents =
        node.parents().stream()
            .map(edge -> (Dependency) new Dependency.Local(edge.parent(), edge.condition()))
            .toList();
    return new TaskSpec(
        node.name(),
        node.name(),
        "scenario",
        node.timeoutSecs(),
        null,
        0,
        Fairness.NONE,
        parents,
        node.join(),
        flow.unexecuted() ? Actions.NONE : new Actions(start, null, null, null),
        node.retry(),
        null,
        List.of(),
        null,
        node.barrier(),
        null,
        node.deadlineSecs() * 1000L,
        flow,
        flow.inline() ? node.parents().stream().map(DagModel.Edge::parent).toList() : List.of());
  }

  private DataFlow flow(DagModel.Node node) {
    DagModel.Spread spread = node.spread();
    DagModel.Work work = node.work();
    return new DataFlow(
        let(node),
        guard(node),
        work == DagModel.WhenReady.OUTPUT ? results(node.parents()) : null,
        work == DagModel.WhenReady.RETURN ? results(node.parents()) : null,
        null,
        spread == null ? null : spread(spread),
        waiting(work),
        work == DagModel.WhenReady.CALL ? "{\"workflow\":\"child\"}" : null);
  }

  private static @Nullable String waiting(DagModel.Work work) {
    return switch (work) {
      case DagModel.Wait(String signal, int secs, int timeout) -> {
        String what =
            signal == null
                ? "\"for\":\"PT" + secs + "S\""
                : "\"signal\":{\"name\":\"" + signal + "\"}";
        yield "{" + what + (timeout == 0 ? "" : ",\"timeout\":\"PT" + timeout + "S\"") + "}";
      }
      case DagModel.WhenReady whenReady ->
          whenReady == DagModel.WhenReady.UNCLEAR ? "{\"for\":\"${1 / 0}\"}" : null;
    };
  }

  private static Spread spread(DagModel.Spread spread) {
    String list = IntStream.range(0, spread.count()).boxed().toList().toString();
    DagModel.Minimum minimum = spread.minimum();
    return new Spread(
        list,
        Spread.Errors.valueOf(spread.errors().name()),
        minimum == null ? null : new MinSuccess(minimum.amount(), minimum.percent()),
        spread.parallel());
  }

  private @Nullable String let(DagModel.Node node) {
    if (node.work() == DagModel.WhenReady.ERROR) {
      return "1 / 0";
    }
    if (node.work() != DagModel.WhenReady.VALUE) {
      return null;
    }
    return node.spread() == null ? results(node.parents()) : "index";
  }

  private String results(List<DagModel.Edge> parents) {
    return parents.stream()
        .map(edge -> dag.nodes().get(edge.parent()).name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static @Nullable String guard(DagModel.Node node) {
    if (node.work() == DagModel.WhenReady.GUARDED) {
      return "false";
    }
    DagModel.Spread spread = node.spread();
    return spread == null || spread.guarded().isEmpty()
        ? null
        : "!(index in " + spread.guarded() + ")";
  }
}
