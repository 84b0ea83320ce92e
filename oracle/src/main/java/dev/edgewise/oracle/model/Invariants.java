package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Observation.Counts;
import dev.edgewise.oracle.model.Observation.EdgeName;
import dev.edgewise.oracle.model.Observation.TaskView;
import dev.edgewise.oracle.model.Stimulus.RerunBatch;
import dev.edgewise.oracle.model.Stimulus.RerunTask;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must be true of every observation, of the model as of the engine under test. */
public final class Invariants {
  private final DagModel dag;
  private final Observation observation;
  private final List<String> violations = new ArrayList<>();

  private Invariants(DagModel dag, Observation observation) {
    this.dag = dag;
    this.observation = observation;
  }

  /** Everything that is wrong with an observation of this graph; empty if nothing is. */
  public static List<String> violations(DagModel dag, Observation observation) {
    Invariants invariants = new Invariants(dag, observation);
    dag.nodes().forEach(invariants::checkTask);
    dag.nodes().forEach(invariants::checkItems);
    List<TaskState> states = observation.tasks().values().stream().map(TaskView::state).toList();
    List<TaskState> deciding =
        observation.tasks().entrySet().stream()
            .filter(task -> !invariants.collected(task.getKey()))
            .map(task -> task.getValue().state())
            .toList();
    invariants.require(
        invariants.outcomes(BatchOutcome.of(states, deciding)).contains(observation.outcome()),
        "the batch is " + observation.outcome());
    invariants.require(
        observation.counts().equals(Counts.of(states)), "the batch counts " + observation.counts());
    return invariants.violations;
  }

  /** How the batch may stand: as its tasks say, or, if it is over, as it was decided. */
  private Set<BatchOutcome> outcomes(BatchOutcome ofTasks) {
    if (ofTasks == BatchOutcome.RUNNING) {
      return Set.of(ofTasks);
    }
    Set<BatchOutcome> outcomes = EnumSet.of(ofTasks);
    for (DagModel.Node node : dag.nodes()) {
      boolean over = observation.task(node.name()).state() == TaskState.SUCCESS;
      if (node.work() == DagModel.WhenReady.RETURN && over) {
        outcomes.add(BatchOutcome.SUCCEEDED);
      }
    }
    if (dag.deadlineSecs() > 0) {
      outcomes.add(BatchOutcome.FAILED);
    }
    return outcomes;
  }

  /** Whether a task is an item of a spread whose bad ends do not count. */
  private boolean collected(String name) {
    return dag.nodes().stream()
        .anyMatch(node ->
            node.spread() != null
                && node.spread().absorbs()
                && DagModel.isItemName(name)
                && name.startsWith(node.name() + "["));
  }

  /** Everything that is wrong with the way from one observation to the next. */
  public static List<String> violations(Observation before, Stimulus stimulus, Observation after) {
    boolean rerun = stimulus instanceof RerunTask || stimulus instanceof RerunBatch;
    List<String> violations = new ArrayList<>();
    before
        .tasks()
        .forEach((name, was) -> {
          TaskView is = after.tasks().get(name);
          if (rerun && DagModel.isItemName(name)) {
            return; // It was thrown away, and another one may have its name.
          }
          if (is == null) {
            violations.add(name + " is gone");
            return;
          }
          if (was.state().terminal() && was.state() != is.state() && !rerun) {
            violations.add(name + " left " + was.state() + " for " + is.state());
          }
          if (is.attempt() < was.attempt() || is.attempt() > was.attempt() + 1) {
            violations.add(name + " went from attempt " + was.attempt() + " to " + is.attempt());
          }
        });
    return violations;
  }

  /**
   * Live tasks that nobody waits for any more, though dead ends were canceled: empty unless a rerun
   * revived them.
   */
  public static List<String> deadEnds(DagModel dag, Observation observation) {
    List<String> deadEnds = new ArrayList<>();
    for (int number = 0; number < dag.nodes().size(); number++) {
      String name = dag.nodes().get(number).name();
      int parent = number;
      List<DagModel.Node> children =
          dag.nodes().stream()
              .filter(node -> node.parents().stream().anyMatch(edge -> edge.parent() == parent))
              .toList();
      boolean needed =
          children.stream()
              .anyMatch(
                  child -> child.barrier() || !observation.task(child.name()).state().terminal());
      if (!observation.task(name).state().terminal() && !children.isEmpty() && !needed) {
        deadEnds.add(name + " is a dead end");
      }
    }
    return deadEnds;
  }

  /**
   * Tasks that are alive although their batch is over by a return, or by a failure that no child
   * makes up for: empty unless a rerun revived them.
   */
  public static List<String> survivors(DagModel dag, Observation observation) {
    boolean over = false;
    for (int number = 0; number < dag.nodes().size(); number++) {
      DagModel.Node node = dag.nodes().get(number);
      int parent = number;
      TaskState state = observation.task(node.name()).state();
      boolean madeUpFor =
          dag.nodes().stream()
              .flatMap(child -> child.parents().stream())
              .anyMatch(edge ->
                  edge.parent() == parent && edge.condition().satisfiedBy(Resolution.FAILED));
      over |= node.work() == DagModel.WhenReady.RETURN && state == TaskState.SUCCESS;
      over |= dag.stopsOnFailure() && state == TaskState.FAILURE && !madeUpFor;
    }
    return over && observation.outcome() == BatchOutcome.RUNNING
        ? List.of("the batch goes on after its end")
        : List.of();
  }

  private void checkTask(DagModel.Node node) {
    TaskView task = observation.task(node.name());
    int satisfied = 0;
    int unsatisfied = 0;
    for (DagModel.Edge edge : node.parents()) {
      DagModel.Node parent = dag.nodes().get(edge.parent());
      Fact fact = observation.facts().get(new EdgeName(parent.name(), node.name()));
      satisfied += fact != null && fact.satisfied() ? 1 : 0;
      unsatisfied += fact != null && !fact.satisfied() ? 1 : 0;
      if (task.state() != TaskState.SUCCESS) {
        checkFact(parent, node, edge, fact);
      }
    }
    List<TaskView> items = items(node);
    int needed = node.join().needed(node.parents().size());
    boolean impossible = node.parents().size() - unsatisfied < needed;
    satisfied = Math.min(satisfied, needed);
    satisfied += (int) items.stream().filter(item -> item.state().terminal()).count();
    int total = needed + items.size();
    String name = node.name();
    require(task.satisfied() == satisfied, name + " counts " + task.satisfied() + " edges");
    require(task.total() == total, name + " has " + task.total() + " edges");
    boolean ready = satisfied == task.total();
    switch (task.state()) {
      case WAITING -> require(!ready && !impossible, name + " waits for nothing");
      case PENDING, CLAIMED, RUNNING, RETRY_PENDING, SUCCESS, FAILURE ->
          require(ready, name + " is " + task.state() + " with open edges");
      case PAUSED -> require(ready || !impossible, name + " is Paused but can never start");
      case SKIPPED -> {
        boolean guarded = ready && node.work() == DagModel.WhenReady.GUARDED;
        require(impossible || guarded, name + " was Skipped for nothing");
      }
      case CANCELED -> {}
    }
    require(reasonFits(task), name + " is " + task.state() + " because of " + task.reason());
    boolean queued = task.state() == TaskState.PENDING || task.state() == TaskState.CLAIMED;
    require(node.executed() || !queued, name + " waits for an executor");
  }

  /** What a spread has become, in the order of the indexes; empty for any other task. */
  private List<TaskView> items(DagModel.Node node) {
    List<TaskView> items = new ArrayList<>();
    int count = node.spread() == null ? 0 : node.spread().count();
    for (int index = 0; index < count; index++) {
      TaskView item = observation.tasks().get(DagModel.itemName(node.name(), index));
      if (item != null) {
        items.add(item);
      }
    }
    return items;
  }

  private void checkItems(DagModel.Node node) {
    List<TaskView> items = items(node);
    if (items.isEmpty()) {
      return;
    }
    TaskView spread = observation.task(node.name());
    int count = Objects.requireNonNull(node.spread()).count();
    require(items.size() == count, node.name() + " has " + items.size() + " items");
    for (int index = 0; index < items.size(); index++) {
      TaskView item = items.get(index);
      String name = DagModel.itemName(node.name(), index);
      boolean over = item.state().terminal();
      require(over || !spread.state().terminal(), name + " outlives its spread");
      require(item.total() == 0, name + " has edges");
      require(item.state() != TaskState.WAITING, name + " waits for nothing");
      require(reasonFits(item), name + " is " + item.state() + " because of " + item.reason());
      Fact fact = observation.facts().get(new EdgeName(name, node.name()));
      Fact expected = over ? new Fact(true, Resolution.of(item.state()), item.attempt()) : null;
      require(Objects.equals(fact, expected), name + " has said " + fact);
    }
  }

  private void checkFact(
      DagModel.Node parent, DagModel.Node child, DagModel.Edge edge, @Nullable Fact fact) {
    TaskView view = observation.task(parent.name());
    Fact expected = null;
    if (view.state().terminal()) {
      Resolution resolution = Resolution.of(view.state());
      boolean satisfied = edge.condition().satisfiedBy(resolution);
      expected = new Fact(satisfied, resolution, view.attempt());
    }
    require(
        Objects.equals(fact, expected),
        "edge " + parent.name() + "->" + child.name() + " has " + fact + ", not " + expected);
  }

  private static boolean reasonFits(TaskView task) {
    return switch (task.state()) {
      case WAITING, PENDING, CLAIMED, RUNNING, SUCCESS -> task.reason() == null;
      case FAILURE, RETRY_PENDING -> task.reason() != null;
      case SKIPPED ->
          Reason.UNMET.text().equals(task.reason()) || Reason.GUARD.text().equals(task.reason());
      case CANCELED, PAUSED -> true;
    };
  }

  private void require(boolean condition, String violation) {
    if (!condition) {
      violations.add(violation);
    }
  }
}
