package dev.edgewise.server.http.task;

import dev.edgewise.api.DryRunAnswer;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.Submissions;
import dev.edgewise.server.http.layout.Shape;
import dev.edgewise.server.http.layout.Shape.Line;
import dev.edgewise.server.http.submission.SubmissionReader.Foreseen;
import dev.edgewise.server.store.submission.Submitted;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Says what a submission would create, and stores nothing. */
public final class DryRuns {
  private final Submissions submissions;
  private final Function<InputStream, Foreseen> reading;

  /**
   * @param reading reads and checks a body
   */
  public DryRuns(Submissions submissions, Function<InputStream, Foreseen> reading) {
    this.submissions = submissions;
    this.reading = reading;
  }

  /** Checks a body like a submission. */
  DryRunAnswer of(Workspace workspace, InputStream body) {
    Foreseen foreseen = reading.apply(body);
    BatchSpec batch = foreseen.batch();
    List<String> warnings = new ArrayList<>();
    if (foreseen.deprecations() > 0) {
      warnings.add(
          "%d dependencies use the deprecated requires_success; use condition instead"
              .formatted(foreseen.deprecations()));
    }
    switch (submissions.foresee(workspace, batch)) {
      case Submitted.UnknownParents(var ids) -> throw SubmitTasks.unknownParents(ids);
      case Submitted.Nothing(var deduplicated) ->
          deduplicated.forEach((id, existing) ->
              warnings.add(
                  "The task '%s' would not be created: it exists as %s (dedupe_strategy)"
                      .formatted(id, existing)));
      default -> throw new IllegalStateException("A dry run creates nothing");
    }
    List<TaskSpec> tasks = batch.tasks();
    Shape shape = shape(tasks);
    List<String> path = criticalPath(tasks, shape);
    int edges = tasks.stream().mapToInt(task -> task.dependencies().size()).sum();
    return new DryRunAnswer(tasks.size(), edges, path.size(), foreseen.added(), path, warnings);
  }

  private static Shape shape(List<TaskSpec> tasks) {
    List<Line> lines = new ArrayList<>();
    for (int task = 0; task < tasks.size(); task++) {
      for (Dependency dependency : tasks.get(task).dependencies()) {
        if (dependency instanceof Dependency.Local local) {
          lines.add(new Line(local.index(), task));
        }
      }
    }
    return new Shape(tasks.size(), lines);
  }

  /** The tasks of a longest path, from its first task. */
  private static List<String> criticalPath(List<TaskSpec> tasks, Shape shape) {
    int[] layers = shape.layers();
    int last = -1;
    for (int task = 0; task < layers.length; task++) {
      if (last < 0 || layers[task] > layers[last]) {
        last = task;
      }
    }
    List<String> path = new ArrayList<>();
    while (last >= 0) {
      path.add(tasks.get(last).localId());
      last = above(tasks.get(last), layers, layers[last] - 1);
    }
    return path.reversed();
  }

  /** A parent of a task in a layer; -1 if there is none. */
  private static int above(TaskSpec task, int[] layers, int layer) {
    for (Dependency dependency : task.dependencies()) {
      if (dependency instanceof Dependency.Local local && layers[local.index()] == layer) {
        return local.index();
      }
    }
    return -1;
  }
}
