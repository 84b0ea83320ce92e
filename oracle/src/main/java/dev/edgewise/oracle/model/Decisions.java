package dev.edgewise.oracle.model;

import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Join;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the model decides a task whose edges are all satisfied. */
final class Decisions {
  private final TaskModels tasks;
  private final Settlement settlement;

  Decisions(TaskModels tasks, Settlement settlement) {
    this.tasks = tasks;
    this.settlement = settlement;
  }

  /** Decides a ready task. */
  void decide(TaskModel task) {
    if (!task.items.isEmpty()) {
      aggregate(task);
    } else if (task.node.work() == DagModel.WhenReady.GUARDED) {
      end(task, TaskState.SKIPPED, Reason.GUARD.text());
    } else if (task.node.spread() != null) {
      spread(task, task.node.spread());
    } else if (task.node.work() == DagModel.WhenReady.ERROR) {
      end(task, TaskState.FAILURE, DagModel.ERROR_REASON);
    } else if (task.node.work().inline()) {
      evaluate(task);
    } else {
      if (task.state == TaskState.WAITING) {
        tasks.move(task, TaskState.PENDING, Cause.READY);
      }
      onDeadline(task);
      begin(task);
    }
  }

  private void evaluate(TaskModel task) {
    task.result = value(task);
    if (task.node.work() == DagModel.WhenReady.OUTPUT) {
      tasks.output(task, false);
    }
    end(task, TaskState.SUCCESS, null);
    if (task.node.work() == DagModel.WhenReady.RETURN) {
      settlement.returned(task);
    }
  }

  /** Starts the clock of a task that has become ready. */
  void onDeadline(TaskModel task) {
    if (task.node.deadlineSecs() > 0) {
      task.deadlineAt = tasks.now().plusSeconds(task.node.deadlineSecs());
    }
  }

  /** Begins a wait or a call that is ready. */
  void begin(TaskModel task) {
    if (task.node.work() == DagModel.WhenReady.UNCLEAR) {
      end(task, TaskState.FAILURE, DagModel.UNCLEAR_REASON);
    } else if (task.node.runsByItself()) {
      tasks.move(task, TaskState.RUNNING, Cause.BEGIN);
      task.answer = null;
      task.called = false;
      task.waitUntil = until(task.node.work());
      tasks.began(task);
    }
  }

  /** When a wait ends by itself that begins now; null when it does not. */
  private @Nullable Duration until(DagModel.Work work) {
    if (!(work instanceof DagModel.Wait wait)) {
      return null;
    }
    int seconds = wait.expires() ? wait.timeoutSecs() : wait.secs();
    return seconds > 0 ? tasks.now().plusSeconds(seconds) : null;
  }

  private static String value(TaskModel task) {
    return task.spread == null
        ? list(task.parents.stream().map(parent -> String.valueOf(parent.result)).toList())
        : Integer.toString(task.spread.items.indexOf(task));
  }

  private static String list(List<String> values) {
    return values.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private void spread(TaskModel task, DagModel.Spread spread) {
    onDeadline(task);
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
              0,
              guarded ? DagModel.WhenReady.GUARDED : task.node.work(),
              null));
    }
    if (spread.count() == 0) {
      aggregate(task);
    }
    for (TaskModel item : List.copyOf(task.items)) {
      if (item.state == TaskState.WAITING) {
        decide(item);
      }
    }
    settlement.failFast(task);
  }

  /** Ends a spread by how its items ended, in their order. */
  private void aggregate(TaskModel task) {
    DagModel.Spread spread = Objects.requireNonNull(task.node.spread());
    String why = failure(task, spread);
    if (why != null) {
      end(task, TaskState.FAILURE, why);
      return;
    }
    boolean collect = spread.errors() == DagModel.Errors.COLLECT;
    task.result =
        list(
            task.items.stream()
                .map(item ->
                    !item.endedBadly()
                        ? String.valueOf(item.result)
                        : collect ? "{\"error\":\"" + reason(item) + "\"}" : "null")
                .toList());
    end(task, TaskState.SUCCESS, null);
  }

  /** Why a spread fails; null when it succeeds. */
  private static @Nullable String failure(TaskModel task, DagModel.Spread spread) {
    String first = firstFailure(task);
    if (spread.minimum() == null) {
      return spread.errors() == DagModel.Errors.COLLECT ? null : first;
    }
    long succeeded = task.items.stream().filter(TaskModel::succeeded).count();
    int needed = spread.minimum().of(task.items.size());
    return succeeded >= needed
        ? null
        : "%d of %d items succeeded, but %d are needed%s"
            .formatted(succeeded, task.items.size(), needed, first == null ? "" : ". " + first);
  }

  /** What the first failed item says, or the first canceled one if none failed; null without. */
  private static @Nullable String firstFailure(TaskModel task) {
    for (TaskState state : List.of(TaskState.FAILURE, TaskState.CANCELED)) {
      for (TaskModel item : task.items) {
        if (item.state == state) {
          return "Spread item " + task.items.indexOf(item) + " failed: " + reason(item);
        }
      }
    }
    return null;
  }

  private static String reason(TaskModel item) {
    return item.reason == null ? "Canceled" : item.reason;
  }

  private void end(TaskModel task, TaskState state, @Nullable String reason) {
    settlement.end(task, state, Cause.DECIDED, reason);
  }
}
