package dev.edgewise.core.scenario;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.model.Dag;
import java.util.List;

/** A modelled graph as the submission that the real engine takes. */
public final class Submission {
  /** The kind of all tasks of a scenario. */
  public static final String KIND = "scenario";

  private Submission() {}

  /** Plain tasks for workers; the k-th node is the k-th task and its name is the local id. */
  public static BatchSpec of(Dag dag) {
    List<TaskSpec> tasks = dag.nodes().stream().map(Submission::task).toList();
    return new BatchSpec(null, null, null, tasks);
  }

  private static TaskSpec task(Dag.Node node) {
    List<Dependency> dependencies =
        node.parents().stream()
            .<Dependency>map(edge -> new Dependency.Local(edge.parent(), edge.condition()))
            .toList();
    return new TaskSpec(
        node.name(),
        node.name(),
        KIND,
        node.timeoutSecs(),
        null,
        0,
        dependencies,
        Actions.NONE,
        node.retry(),
        null,
        List.of(),
        null,
        node.barrier(),
        null,
        DataFlow.NONE);
  }
}
