package dev.edgewise.server.http.submission;

import dev.edgewise.api.AddedEdge;
import dev.edgewise.core.graph.Ancestry;
import dev.edgewise.core.state.Condition;
import dev.edgewise.server.config.NearestName;
import dev.edgewise.server.expression.TaskReferences;
import dev.edgewise.server.http.submission.TaskDraft.Edge;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.input.Violations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Compiles the expressions of all drafts and adds the edges that they imply: a task that reads the
 * result of another one depends on its success, unless it is a descendant already.
 */
final class DataFlowCheck {
  private final List<TaskDraft> tasks;
  private final List<String> older;
  private final SubmissionRules rules;
  private final Violations violations;
  private final List<AddedEdge> added = new ArrayList<>();
  private final Map<String, Integer> positions = new HashMap<>();

  /**
   * @param older ids of tasks that the batch has already
   */
  DataFlowCheck(
      List<TaskDraft> tasks, List<String> older, SubmissionRules rules, Violations violations) {
    this.tasks = tasks;
    this.older = older;
    this.rules = rules;
    this.violations = violations;
  }

  /** The edges that were added. */
  List<AddedEdge> added() {
    return added;
  }

  void check() {
    int[] referring =
        IntStream.range(0, tasks.size()).filter(i -> tasks.get(i).mayRefer()).toArray();
    if (referring.length == 0) {
      return;
    }
    for (int i = 0; i < tasks.size(); i++) {
      String id = tasks.get(i).id;
      if (id != null) {
        positions.putIfAbsent(id, i);
      }
    }
    for (int i = 0; i < older.size(); i++) {
      positions.putIfAbsent(older.get(i), tasks.size() + i);
    }
    Ancestry given = new Ancestry(tasks.size() + older.size(), this::parents);
    Map<TaskDraft, List<Edge>> edges = new LinkedHashMap<>();
    for (int position : referring) {
      edges.put(tasks.get(position), implied(position, given));
    }
    edges.forEach((task, implied) -> {
      if (!implied.isEmpty()) {
        for (Edge edge : implied) {
          added.add(new AddedEdge(((Edge.Named) edge).id(), String.valueOf(task.id)));
        }
        List<Edge> all = new ArrayList<>(task.edges);
        all.addAll(implied);
        task.edges = all;
      }
    });
  }

  /** The positions of the parents that a task declares. */
  private int[] parents(int task) {
    if (task >= tasks.size()) {
      return new int[0];
    }
    return tasks.get(task).edges.stream()
        .filter(Edge.Named.class::isInstance)
        .mapToInt(edge -> positions.getOrDefault(((Edge.Named) edge).id(), -1))
        .filter(parent -> parent >= 0)
        .toArray();
  }

  private List<Edge> implied(int position, Ancestry given) {
    TaskDraft task = tasks.get(position);
    combination(position, task);
    TaskReferences references = TaskReferences.of(task.flow, task.actions(), rules.language());
    String path = "tasks[" + position + "].";
    references.problems().forEach(problem -> violations.add(path + problem));
    declared(path, references);
    Set<String> reads = new LinkedHashSet<>();
    List<Edge> edges = new ArrayList<>();
    references
        .tasks()
        .forEach((id, place) -> {
          Integer read = positions.get(id);
          if (read == null) {
            violations.add(path + place + ": no task has the id '" + id + "'");
          } else if (read == position) {
            violations.add(path + place + ": '" + id + "' cannot read its own result");
          } else {
            reads.add(id);
            if (!given.above(read, position)) {
              edges.add(new Edge.Named(id, Condition.ON_SUCCESS));
            }
          }
        });
    references
        .afterwards()
        .forEach((id, place) -> {
          Integer read = positions.get(id);
          if (read == null) {
            violations.add(path + place + ": no task has the id '" + id + "'");
          } else if (reads.add(id) && read != position && !given.above(read, position)) {
            edges.add(new Edge.Named(id, Condition.ON_SUCCESS));
          }
        });
    task.reads = reads;
    return edges;
  }

  /** Refuses inputs that a workflow does not declare. */
  private void declared(String path, TaskReferences references) {
    Set<String> inputs = rules.inputs();
    if (inputs == null) {
      return;
    }
    references
        .inputs()
        .forEach((name, place) -> {
          if (!inputs.contains(name)) {
            violations.add(
                "%s%s: the workflow has no input %s%s"
                    .formatted(path, place, JsonText.quoted(name), NearestName.hint(name, inputs)));
          }
        });
  }

  /** Refuses members that exclude each other. */
  private void combination(int position, TaskDraft task) {
    String path = "tasks[" + position + "].";
    Map<String, Boolean> runs = new LinkedHashMap<>();
    var flow = task.flow;
    runs.put("let", flow.let() != null);
    runs.put("output", flow.output() != null);
    runs.put("return", flow.returns() != null);
    runs.put("wait", flow.waitFor() != null);
    runs.put("call", flow.call() != null);
    List<String> given = runs.keySet().stream().filter(member -> runs.get(member)).toList();
    if (given.isEmpty()) {
      return;
    }
    String first = given.getFirst();
    for (String other : given.subList(1, given.size())) {
      violations.add(path + other, "cannot be given together with " + first);
    }
    if (task.onStart != null && flow.waitFor() == null) {
      violations.add(path + "on_start", "cannot be given together with " + first);
    }
    if (flow.input() != null) {
      violations.add(path + "input", "cannot be given together with " + first);
    }
    if (flow.waitFor() != null && flow.spread() != null && flow.spread().parallel() > 0) {
      violations.add(path + "spread_parallel", "cannot be given together with wait");
    }
    if (flow.inline() && task.deadline != null) {
      violations.add(path + "deadline", "cannot be given together with " + first);
    }
    if (flow.spread() != null && (flow.output() != null || flow.returns() != null)) {
      violations.add(path + first, "cannot be given together with spread");
    }
  }
}
