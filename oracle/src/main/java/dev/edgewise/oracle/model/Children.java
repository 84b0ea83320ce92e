package dev.edgewise.oracle.model;

import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Stimulus.ChildEnd;
import dev.edgewise.oracle.model.Verdict.Applied;
import dev.edgewise.oracle.model.Verdict.Refused;

/** The workflows that tasks of the modelled batch call: each attempt starts one. */
final class Children {
  /** What the task of a called workflow says when it fails. */
  private static final String FAILED = "Workflow child failed: work: ";

  private Children() {}

  static Verdict start(TaskModel task) {
    boolean calls = task.node.work() == DagModel.WhenReady.CALL && task.runsByItself();
    if (!calls || task.state != TaskState.RUNNING || task.called || !hasRoom(task)) {
      return new Refused(task.state);
    }
    task.called = true;
    task.workflows++;
    return new Applied();
  }

  /** Whether the spread of an item lets one more of its items have a child that runs. */
  private static boolean hasRoom(TaskModel task) {
    if (task.spread == null || task.spread.node.spread() == null) {
      return true;
    }
    int bound = task.spread.node.spread().parallel();
    return bound == 0 || task.spread.items.stream().filter(Children::runs).count() < bound;
  }

  private static boolean runs(TaskModel item) {
    TaskState state = item.state == TaskState.PAUSED ? item.pausedFrom : item.state;
    return state == TaskState.RUNNING && item.called && item.answer == null;
  }

  static Verdict end(TaskModel task, ChildEnd how) {
    if (!task.runsByItself() || !task.called || task.answer != null) {
      return new Refused(task.state);
    }
    task.answer =
        switch (how) {
          case SUCCEEDS -> new TaskModel.Answer(result(task), null);
          case FAILS -> new TaskModel.Answer(null, FAILED + "boom");
          case CANCELED -> new TaskModel.Answer(null, FAILED + "Batch stopped");
        };
    return new Applied();
  }

  /** The result of the workflow that was started last. */
  private static String result(TaskModel task) {
    return "\"child " + task.workflows + "\"";
  }
}
