package dev.edgewise.server.store;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Fairness;
import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.oracle.model.DagModel;
import dev.edgewise.server.testing.TestTask;
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
    return TestTask.batch(dag.nodes().stream().map(this::task).toList());
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
        flow.inline() ? Actions.NONE : new Actions(start, null, null, null),
        node.retry(),
        null,
        List.of(),
        null,
        node.barrier(),
        null,
        0,
        flow,
        flow.inline() ? node.parents().stream().map(DagModel.Edge::parent).toList() : List.of());
  }

  private DataFlow flow(DagModel.Node node) {
    DagModel.Spread spread = node.spread();
    return new DataFlow(
        let(node),
        guard(node),
        null,
        null,
        null,
        spread == null ? null : spread(spread),
        null,
        null);
  }

  private static Spread spread(DagModel.Spread spread) {
    String list = IntStream.range(0, spread.count()).boxed().toList().toString();
    return new Spread(
        list,
        spread.collect() ? Spread.Errors.COLLECT : Spread.Errors.FAIL,
        null,
        spread.parallel());
  }

  private @Nullable String let(DagModel.Node node) {
    return switch (node.whenReady()) {
      case EXECUTED, GUARDED -> null;
      case ERROR -> "1 / 0";
      case VALUE -> node.spread() == null ? results(node.parents()) : "index";
    };
  }

  private String results(List<DagModel.Edge> parents) {
    return parents.stream()
        .map(edge -> dag.nodes().get(edge.parent()).name())
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static @Nullable String guard(DagModel.Node node) {
    if (node.whenReady() == DagModel.WhenReady.GUARDED) {
      return "false";
    }
    DagModel.Spread spread = node.spread();
    return spread == null || spread.guarded().isEmpty()
        ? null
        : "!(index in " + spread.guarded() + ")";
  }
}
