package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the model decides a task whose edges are all satisfied. */
final class Decisions {
  private final TaskModels tasks;

  Decisions(TaskModels tasks) {
    this.tasks = tasks;
  }

  /** Decides a ready task; returns what ended by that: itself, or items of its spread. */
  List<TaskModel> decide(TaskModel task) {
    DagModel.WhenReady whenReady = task.node.whenReady();
    if (!task.items.isEmpty()) {
      aggregate(task);
    } else if (whenReady == DagModel.WhenReady.GUARDED) {
      end(task, TaskState.SKIPPED, Reason.GUARD.text());
    } else if (task.node.spread() != null) {
      return spread(task, task.node.spread());
    } else if (whenReady == DagModel.WhenReady.ERROR) {
      end(task, TaskState.FAILURE, DagModel.ERROR_REASON);
    } else if (whenReady == DagModel.WhenReady.VALUE) {
      task.result = value(task);
      end(task, TaskState.SUCCESS, null);
    } else if (task.state == TaskState.WAITING) {
      tasks.move(task, TaskState.PENDING, Cause.READY);
    }
    return task.terminal() ? List.of(task) : List.of();
  }

  private static String value(TaskModel task) {
    return task.spread == null
        ? list(task.parents.stream().map(parent -> String.valueOf(parent.result)).toList())
        : Integer.toString(task.spread.items.indexOf(task));
  }

  private static String list(List<String> values) {
    return values.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private List<TaskModel> spread(TaskModel task, DagModel.Spread spread) {
    for (int index = 0; index < spread.count(); index++) {
      boolean guarded = spread.guarded().contains(index);
      tasks.addItem(
          task,
          new DagModel.Node(
              DagModel.itemName(task.name(), index),
              List.of(),
              Join.ALL,
              false,
              task.node.retry(),
              task.node.timeoutSecs(),
              guarded ? DagModel.WhenReady.GUARDED : task.node.whenReady(),
              null));
    }
    if (spread.count() == 0) {
      aggregate(task);
      return List.of(task);
    }
    List<TaskModel> ended = new ArrayList<>();
    for (TaskModel item : task.items) {
      if (item.state == TaskState.WAITING) {
        ended.addAll(decide(item));
      }
    }
    return ended;
  }

  /** Ends a spread by how its items ended, in their order. */
  private void aggregate(TaskModel task) {
    for (TaskModel item : task.items) {
      if (item.endedBadly() && !task.collects()) {
        int index = task.items.indexOf(item);
        end(task, TaskState.FAILURE, "Spread item " + index + " failed: " + reason(item));
        return;
      }
    }
    task.result =
        list(
            task.items.stream()
                .map(item ->
                    item.endedBadly()
                        ? "{\"error\":\"" + reason(item) + "\"}"
                        : String.valueOf(item.result))
                .toList());
    end(task, TaskState.SUCCESS, null);
  }

  private static String reason(TaskModel item) {
    return item.reason == null ? "Canceled" : item.reason;
  }

  private void end(TaskModel task, TaskState state, @Nullable String reason) {
    tasks.move(task, state, Cause.DECIDED);
    task.outcomeOfAttempt.put(task.attempt, state);
    task.reason = reason;
  }
}
