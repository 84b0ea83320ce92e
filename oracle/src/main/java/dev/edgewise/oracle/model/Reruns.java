package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Verdict.Applied;
import dev.edgewise.oracle.model.Verdict.Refused;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** How the model runs tasks again: which tasks go back, and how they are decided anew. */
final class Reruns {
  private final TaskModels tasks;
  private final Settlement settlement;

  Reruns(TaskModels tasks, Settlement settlement) {
    this.tasks = tasks;
    this.settlement = settlement;
  }

  Verdict task(TaskModel task) {
    if (!task.terminal() || task.spread != null) {
      return new Refused(task.state);
    }
    putBack(withBelow(List.of(task), _ -> true));
    return new Applied();
  }

  Verdict fromFailure() {
    List<TaskModel> unsuccessful =
        tasks.submitted().stream().filter(task -> task.terminal() && !succeeded(task)).toList();
    if (unsuccessful.isEmpty()) {
      return new Refused(null);
    }
    putBack(withBelow(unsuccessful, task -> !task.terminal()));
    return new Applied();
  }

  /** Whether it did, and all of its items too that its result tells of. */
  private static boolean succeeded(TaskModel task) {
    return task.state == TaskState.SUCCESS && task.items.stream().noneMatch(TaskModel::endedBadly);
  }

  private Set<TaskModel> withBelow(List<TaskModel> tops, Predicate<TaskModel> wanted) {
    Set<TaskModel> found = new LinkedHashSet<>(tops);
    List<TaskModel> open = new ArrayList<>(tops);
    while (!open.isEmpty()) {
      for (TaskModel child : open.removeFirst().children) {
        if (wanted.test(child) && found.add(child)) {
          open.add(child);
        }
      }
    }
    return found;
  }

  private void putBack(Set<TaskModel> again) {
    again.forEach(this::reset);
    for (TaskModel task : again) {
      for (TaskModel parent : tasks.parents(task)) {
        tasks.removeFact(parent, task);
        if (parent.terminal()) {
          tasks.recordFact(parent, task);
        }
      }
    }
    // One that is decided may return, so that the others are over.
    again.forEach(settlement::decide);
    settlement.settle(again);
  }

  private void reset(TaskModel task) {
    tasks.discardItems(task);
    tasks.takeBack(task);
    task.result = null;
    task.waitUntil = null;
    task.waitLeft = null;
    task.deadlineAt = null;
    task.deadlineLeft = null;
    if (task.state.held()) {
      tasks.move(task, TaskState.CANCELED, Cause.RERUN);
    }
    if (!task.waiting()) {
      task.attempt++;
      task.retriesSpent = 0;
      task.outcomeOfAttempt.clear();
      task.reason = null;
      if (task.state == TaskState.PAUSED) {
        task.pausedFrom = TaskState.WAITING;
      } else {
        tasks.move(task, TaskState.WAITING, Cause.RERUN);
      }
    }
  }
}
