package dev.edgewise.server.expression;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.Condition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ties the tasks of a submission to those whose results their expressions read. */
public final class Linking {
  private final Language language;
  private final List<TaskSpec> tasks;
  private final Map<String, Integer> positions = new HashMap<>();
  private final List<List<Dependency>> dependencies = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /** A batch with its added dependencies, or what is wrong with it. */
  public record Linked(BatchSpec batch, List<String> problems) {
    public Linked {
      problems = List.copyOf(problems);
    }
  }

  private Linking(Language language, List<TaskSpec> tasks) {
    this.language = language;
    this.tasks = tasks;
    for (int i = 0; i < tasks.size(); i++) {
      positions.put(tasks.get(i).localId(), i);
      dependencies.add(new ArrayList<>(tasks.get(i).dependencies()));
    }
  }

  /** Finds what every expression reads and adds the dependencies that are missing. */
  public static Linked link(Language language, BatchSpec batch) {
    Linking linking = new Linking(language, batch.tasks());
    List<TaskSpec> linked = new ArrayList<>(batch.tasks().size());
    List<Set<Integer>> reads = new ArrayList<>();
    for (int i = 0; i < batch.tasks().size(); i++) {
      reads.add(linking.reads(i));
    }
    for (int i = 0; i < batch.tasks().size(); i++) {
      TaskSpec task = batch.tasks().get(i);
      linked.add(
          reads.get(i).isEmpty()
              ? task
              : task.reading(linking.dependencies.get(i), List.copyOf(reads.get(i))));
    }
    return new Linked(
        new BatchSpec(batch.name(), batch.inputs(), batch.metadata(), linked), linking.problems);
  }

  private Set<Integer> reads(int at) {
    TaskSpec task = tasks.get(at);
    Set<Integer> reads = new LinkedHashSet<>();
    boolean spreads = task.flow().spread() != null;
    expression(at, "spread", task.flow().spread(), false, reads);
    expression(at, "when", task.flow().when(), spreads, reads);
    expression(at, "let", task.flow().let(), spreads, reads);
    expression(at, "output", task.flow().output(), false, reads);
    template(at, "input", task.flow().input(), spreads, reads);
    template(at, "on_start", task.actions().start(), spreads, reads);
    template(at, "on_success", task.actions().success(), false, reads);
    template(at, "on_failure", task.actions().failure(), false, reads);
    template(at, "on_cancel", task.actions().cancel(), spreads, reads);
    return reads;
  }

  private void expression(
      int at, String field, @Nullable String text, boolean ofItems, Set<Integer> reads) {
    if (text == null) {
      return;
    }
    try {
      follow(at, field, language.expression(text).references(), ofItems, reads);
    } catch (ExpressionException e) {
      problem(at, field, String.valueOf(e.getMessage()));
    }
  }

  private void template(
      int at, String field, @Nullable String json, boolean ofItems, Set<Integer> reads) {
    if (json == null || !json.contains("${")) {
      return;
    }
    try {
      follow(at, field, language.template(json).references(), ofItems, reads);
    } catch (ExpressionException e) {
      problem(at, field, String.valueOf(e.getMessage()));
    }
  }

  private void follow(
      int at, String field, References references, boolean ofItems, Set<Integer> reads) {
    if (references.needsItem() && !ofItems) {
      problem(at, field, "item and index exist only for the items of a spread");
    }
    references
        .tasks()
        .forEach((localId, place) -> {
          Integer read = positions.get(localId);
          if (read == null) {
            problem(at, field, place + ": there is no task '" + localId + "'");
          } else if (read == at) {
            problem(at, field, place + ": a task cannot read its own result");
          } else if (reads.add(read)) {
            depend(at, read, field, place);
          }
        });
  }

  /** Makes the task wait for the one it reads, unless it does so already. */
  private void depend(int at, int read, String field, String place) {
    if (isAncestor(read, at)) {
      return;
    }
    if (isAncestor(at, read)) {
      problem(
          at,
          field,
          place + ": task '" + tasks.get(read).localId() + "' cannot end before this one");
      return;
    }
    dependencies.get(at).add(new Dependency.Local(read, Condition.ON_SUCCESS));
  }

  private boolean isAncestor(int ancestor, int of) {
    BitSet seen = new BitSet(tasks.size());
    Deque<Integer> open = new ArrayDeque<>(List.of(of));
    while (!open.isEmpty()) {
      for (Dependency dependency : dependencies.get(open.pop())) {
        if (dependency instanceof Dependency.Local(int parent, _)) {
          if (parent == ancestor) {
            return true;
          }
          if (!seen.get(parent)) {
            seen.set(parent);
            open.push(parent);
          }
        }
      }
    }
    return false;
  }

  private void problem(int at, String field, String what) {
    problems.add("tasks[%d].%s: %s".formatted(at, field, what));
  }
}
