package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What follows in the model from tasks that ended: facts, readiness and skips below, dead ends
 * above.
 */
final class Settlement {
  private final TaskModels tasks;
  private final Decisions decisions;
  private final boolean deadEnds;

  Settlement(TaskModels tasks, boolean deadEnds) {
    this.tasks = tasks;
    this.decisions = new Decisions(tasks);
    this.deadEnds = deadEnds;
  }

  /** Carries the end of these tasks through the graph. */
  void settle(Collection<TaskModel> justEnded) {
    settle(justEnded, Set.of());
  }

  /**
   * Carries the end of these tasks through the graph.
   *
   * @param spared tasks that are no dead ends for now
   */
  void settle(Collection<TaskModel> justEnded, Set<TaskModel> spared) {
    List<TaskModel> ended = downwards(justEnded);
    if (deadEnds) {
      upwards(ended, spared);
    }
  }

  /** Resolves the edges below; answers the given tasks and those that ended with them. */
  private List<TaskModel> downwards(Collection<TaskModel> justEnded) {
    List<TaskModel> ended = new ArrayList<>();
    Deque<TaskModel> open = new ArrayDeque<>(justEnded);
    while (!open.isEmpty()) {
      TaskModel parent = open.removeFirst();
      ended.add(parent);
      for (TaskModel child : parent.children) {
        boolean missing = parent.spread != child && tasks.fact(parent, child) == null;
        boolean ranWithout = !child.node.join().all() && missing;
        if (child.state != TaskState.SUCCESS || ranWithout) {
          tasks.recordFact(parent, child);
          open.addAll(decide(child));
        }
      }
    }
    return ended;
  }

  /** Moves a waiting task on if its facts say so; answers what ended by that. */
  List<TaskModel> decide(TaskModel task) {
    if (!task.waiting()) {
      return List.of();
    }
    if (cannotBeReady(task)) {
      tasks.move(task, TaskState.SKIPPED, Cause.UNSATISFIABLE);
      task.reason = Reason.UNMET.text();
      return List.of(task);
    }
    boolean ready = task.state == TaskState.WAITING && task.satisfied == task.needed();
    return ready ? decisions.decide(task) : List.of();
  }

  private boolean cannotBeReady(TaskModel task) {
    int unsatisfied = 0;
    for (TaskModel parent : task.parents) {
      Fact fact = tasks.fact(parent, task);
      unsatisfied += fact != null && !fact.satisfied() ? 1 : 0;
    }
    return task.parents.size() - unsatisfied < task.neededParents();
  }

  private void upwards(List<TaskModel> ended, Set<TaskModel> spared) {
    Deque<TaskModel> open = new ArrayDeque<>(ended);
    // A barrier does not climb, but a parent that another child climbed to may still wait for it.
    Set<TaskModel> reached = new HashSet<>();
    while (!open.isEmpty()) {
      TaskModel child = open.removeFirst();
      for (TaskModel parent : tasks.parents(child)) {
        if (!child.node.barrier() || parent.spread == child) {
          reached.add(parent);
        }
        boolean climbs = reached.contains(parent) && !spared.contains(parent);
        if (!parent.terminal() && climbs && allChildrenEnded(parent)) {
          tasks.move(parent, TaskState.CANCELED, Cause.DEAD_END);
          parent.reason = Reason.DEAD_END.text();
          // Its children have all ended, so this records facts and moves nobody.
          open.addAll(downwards(List.of(parent)));
        }
      }
    }
  }

  private boolean allChildrenEnded(TaskModel task) {
    return task.children.stream().allMatch(TaskModel::terminal);
  }
}
