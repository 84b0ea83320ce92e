package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Transition;
import dev.edgewise.oracle.model.Observation.Counts;
import dev.edgewise.oracle.model.Observation.EdgeName;
import dev.edgewise.oracle.model.Observation.TaskView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tasks and facts of the modelled batch, its clock, and the changes of the current step. */
final class TaskModels {
  private final List<TaskModel> tasks = new ArrayList<>();
  private final Map<String, TaskModel> byName = new HashMap<>();
  private final Map<EdgeName, Fact> facts = new LinkedHashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<TaskModel> begun = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private int numbered;
  private @Nullable Output output;
  private @Nullable BatchOutcome verdict;

  /** The result of the batch, and the task that it comes from. */
  private record Output(TaskModel task, @Nullable String result) {}

  void create(DagModel dag) {
    if (!tasks.isEmpty()) {
      throw new IllegalStateException("The batch was submitted before");
    }
    for (DagModel.Node node : dag.nodes()) {
      tasks.add(created(new TaskModel(node, null, ++numbered)));
    }
    for (TaskModel task : tasks) {
      for (DagModel.Edge edge : task.node.parents()) {
        TaskModel parent = tasks.get(edge.parent());
        parent.children.add(task);
        task.parents.add(parent);
      }
    }
  }

  private TaskModel created(TaskModel task) {
    byName.put(task.name(), task);
    changes.add(new Change(task.name(), new Transition(null, task.state, Cause.SUBMIT)));
    return task;
  }

  /** Adds an item to those of a spread; it is a parent of the spread like any other. */
  void addItem(TaskModel spread, DagModel.Node node) {
    TaskModel item = created(new TaskModel(node, spread, ++numbered));
    item.children.add(spread);
    spread.items.add(item);
  }

  /** Throws the items of a spread away, and what they said. */
  void discardItems(TaskModel spread) {
    for (TaskModel item : spread.items) {
      byName.remove(item.name());
      facts.remove(new EdgeName(item.name(), spread.name()));
    }
    spread.items.clear();
    recount(spread);
  }

  /** The tasks that were submitted. */
  List<TaskModel> submitted() {
    return tasks;
  }

  /** All tasks there are now, the items of spreads among them. */
  List<TaskModel> all() {
    List<TaskModel> all = new ArrayList<>();
    for (TaskModel task : tasks) {
      all.add(task);
      all.addAll(task.items);
    }
    return all;
  }

  /** All tasks that have not ended. */
  List<TaskModel> alive() {
    return all().stream().filter(task -> !task.terminal()).toList();
  }

  /** Records that a task begins to wait or to call. */
  void began(TaskModel task) {
    begun.add(task);
  }

  /** The tasks that began to wait or to call since the last call, by number. */
  List<TaskModel> drainBegun() {
    List<TaskModel> drained =
        begun.stream()
            .filter(TaskModel::runsByItself)
            .sorted(Comparator.comparingInt(task -> task.number))
            .toList();
    begun.clear();
    return drained;
  }

  /** Makes the result of a task that of the batch, unless that has one that it does not replace. */
  void output(TaskModel task, boolean replaces) {
    if (output == null || replaces) {
      output = new Output(task, task.result);
    }
  }

  /** Takes the result of the batch back if it comes from this task, and what was decided of it. */
  void takeBack(TaskModel task) {
    verdict = null;
    if (output != null && output.task() == task) {
      output = null;
    }
  }

  /** Decides how the batch has ended, whatever its tasks say. */
  void verdict(BatchOutcome outcome) {
    verdict = outcome;
  }

  /** The task of that name; null for an item that there is not, now. */
  @Nullable TaskModel named(String name) {
    TaskModel task = byName.get(name);
    if (task == null && !DagModel.isItemName(name)) {
      throw new IllegalArgumentException("No task is called '" + name + "'");
    }
    return task;
  }

  /** Children that need the task's success, and all of their other parents too. */
  List<TaskModel> successChildren(TaskModel task) {
    return task.children.stream()
        .filter(child -> child.node.join().all())
        .filter(child -> {
          Condition condition = condition(task, child);
          return condition.satisfiedBy(Resolution.SUCCESS)
              && !condition.satisfiedBy(Resolution.CANCELLED);
        })
        .toList();
  }

  /** Whatever the task has an edge from. */
  List<TaskModel> parents(TaskModel task) {
    return Stream.concat(task.parents.stream(), task.items.stream()).toList();
  }

  /** The condition of an edge. */
  Condition condition(TaskModel parent, TaskModel child) {
    return parent.spread == child
        ? Condition.ALWAYS
        : child.node.parents().get(child.parents.indexOf(parent)).condition();
  }

  /** Moves a task along a row of the transition table; nothing else changes a state. */
  void move(TaskModel task, TaskState to, Cause by) {
    Transition transition = new Transition(task.state, to, by);
    if (!transition.allowed()) {
      throw new IllegalStateException("No such transition: " + task.name() + " " + transition);
    }
    task.state = to;
    task.pausedFrom = null;
    changes.add(new Change(task.name(), transition));
  }

  List<Change> drainChanges() {
    List<Change> drained = List.copyOf(changes);
    changes.clear();
    return drained;
  }

  /** The fact of an edge, null while it is open. */
  @Nullable Fact fact(TaskModel parent, TaskModel child) {
    return facts.get(new EdgeName(parent.name(), child.name()));
  }

  /** Records how a terminal parent resolved one of its edges. */
  void recordFact(TaskModel parent, TaskModel child) {
    Resolution resolution = Resolution.of(parent.state);
    boolean satisfied = condition(parent, child).satisfiedBy(resolution);
    facts.put(
        new EdgeName(parent.name(), child.name()), new Fact(satisfied, resolution, parent.attempt));
    recount(child);
  }

  void removeFact(TaskModel parent, TaskModel child) {
    facts.remove(new EdgeName(parent.name(), child.name()));
    recount(child);
  }

  /** Counts satisfied edges, but from the parents no more than the task needs. */
  private void recount(TaskModel child) {
    int ofParents = Math.min(child.neededParents(), satisfied(child.parents, child));
    child.satisfied = ofParents + satisfied(child.items, child);
  }

  private int satisfied(List<TaskModel> parents, TaskModel child) {
    int satisfied = 0;
    for (TaskModel parent : parents) {
      Fact fact = fact(parent, child);
      satisfied += fact != null && fact.satisfied() ? 1 : 0;
    }
    return satisfied;
  }

  Duration now() {
    return now;
  }

  void advance(Duration time) {
    now = now.plus(time);
  }

  void ifDue(Duration at, Runnable action) {
    if (at.compareTo(now) <= 0) {
      action.run();
    }
  }

  BatchOutcome outcome() {
    List<TaskState> states = all().stream().map(task -> task.state).toList();
    List<TaskState> deciding =
        all().stream().filter(task -> !task.collected()).map(task -> task.state).toList();
    BatchOutcome outcome = BatchOutcome.of(states, deciding);
    return outcome == BatchOutcome.RUNNING || verdict == null ? outcome : verdict;
  }

  Observation observe(List<String> signals) {
    Map<String, TaskView> views = new LinkedHashMap<>();
    for (TaskModel task : all()) {
      views.put(
          task.name(),
          new TaskView(
              task.state,
              task.attempt,
              task.satisfied,
              task.needed(),
              task.reason,
              task.result,
              task.workflows));
    }
    Counts counts = Counts.of(all().stream().map(task -> task.state).toList());
    return new Observation(
        views, facts, outcome(), output == null ? null : output.result(), signals, counts);
  }
}
