package dev.edgewise.oracle.model;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ends of tasks in the model and what follows from them: facts, readiness and skips below, dead
 * ends above, and the end of the whole batch.
 */
final class Settlement {
  private final TaskModels tasks;
  private final Decisions decisions;
  private final boolean deadEnds;
  private boolean stopsOnFailure;

  /** Tasks that have ended and whose edges are still to be resolved. */
  private List<TaskModel> level = new ArrayList<>();

  Settlement(TaskModels tasks, boolean deadEnds) {
    this.tasks = tasks;
    this.decisions = new Decisions(tasks, this);
    this.deadEnds = deadEnds;
  }

  void stopOnFailure(boolean stops) {
    stopsOnFailure = stops;
  }

  /** Ends a task; {@link #settle} carries the end through the graph. */
  void end(TaskModel task, TaskState state, Cause cause, @Nullable String reason) {
    tasks.move(task, state, cause);
    if (state == TaskState.SUCCESS || state == TaskState.FAILURE) {
      task.outcomeOfAttempt.put(task.attempt, state);
    }
    task.reason = reason;
    level.add(task);
    if (state == TaskState.FAILURE && stopsOnFailure && !madeUpFor(task)) {
      endBatch(Reason.BATCH_FAILED + task.name());
    }
  }

  /** Whether a failure satisfies an edge below the task; an item leaves that to its spread. */
  private boolean madeUpFor(TaskModel task) {
    return task.spread != null
        || task.children.stream()
            .anyMatch(child -> tasks.condition(task, child).satisfiedBy(Resolution.FAILED));
  }

  /** Ends all tasks that are alive. */
  void endBatch(String reason) {
    for (TaskModel task : tasks.alive()) {
      end(task, TaskState.CANCELED, Cause.BATCH_OVER, reason);
    }
  }

  /** Ends all tasks that are alive; the batch has a result and has succeeded. */
  void returned(TaskModel task) {
    tasks.output(task, true);
    tasks.verdict(BatchOutcome.SUCCEEDED);
    endBatch(Reason.BATCH_RETURNED.text());
  }

  /** Carries the ends of tasks through the graph. */
  void settle() {
    settle(Set.of());
  }

  /**
   * Carries the ends of tasks through the graph.
   *
   * @param spared tasks that are no dead ends for now
   */
  void settle(Set<TaskModel> spared) {
    // A barrier does not climb, but a parent that another child climbed to may still wait for it.
    Set<TaskModel> reached = new HashSet<>();
    Deque<TaskModel> open = new ArrayDeque<>(downwards());
    while (deadEnds && !open.isEmpty()) {
      climb(open.removeFirst(), spared, reached);
      open.addAll(downwards());
    }
  }

  /** Resolves the edges below what ended, level by level; returns all that ended. */
  private List<TaskModel> downwards() {
    List<TaskModel> ended = new ArrayList<>();
    while (!level.isEmpty()) {
      List<TaskModel> parents = level;
      level = new ArrayList<>();
      ended.addAll(parents);
      Set<TaskModel> complete = new LinkedHashSet<>();
      for (TaskModel parent : parents) {
        for (TaskModel child : parent.children) {
          resolve(parent, child, complete);
        }
      }
      complete.forEach(this::decide);
    }
    return ended;
  }

  private void resolve(TaskModel parent, TaskModel child, Set<TaskModel> complete) {
    boolean missing = parent.spread != child && tasks.fact(parent, child) == null;
    boolean ranWithout = !child.node.join().all() && missing;
    if (child.state == TaskState.SUCCESS && !ranWithout) {
      return;
    }
    tasks.recordFact(parent, child);
    if (parent.spread == child) {
      failFast(child);
    }
    if (child.waiting() && cannotBeReady(child)) {
      skip(child);
    } else if (ready(child)) {
      complete.add(child);
    }
  }

  /** Moves a waiting task on if its facts say so. */
  void decide(TaskModel task) {
    if (task.waiting() && cannotBeReady(task)) {
      skip(task);
    } else if (ready(task)) {
      decisions.decide(task);
    }
  }

  /** Decides a task that was just submitted. */
  void admit(TaskModel task) {
    if (task.state == TaskState.PENDING) {
      queued(task);
    } else {
      decide(task);
    }
  }

  /** Starts the clock of a task that has become ready. */
  void queued(TaskModel task) {
    decisions.onDeadline(task);
  }

  /** Begins what an attempt does without an executor. */
  void begin(TaskModel task) {
    decisions.begin(task);
  }

  private static boolean ready(TaskModel task) {
    return task.state == TaskState.WAITING && task.satisfied == task.needed();
  }

  private void skip(TaskModel task) {
    end(task, TaskState.SKIPPED, Cause.UNSATISFIABLE, Reason.UNMET.text());
  }

  private boolean cannotBeReady(TaskModel task) {
    int unsatisfied = 0;
    for (TaskModel parent : task.parents) {
      Fact fact = tasks.fact(parent, task);
      unsatisfied += fact != null && !fact.satisfied() ? 1 : 0;
    }
    return task.parents.size() - unsatisfied < task.neededParents();
  }

  /** Cancels the live items of a spread that cannot succeed any more, if it does not wait. */
  void failFast(TaskModel task) {
    DagModel.Spread spread = task.node.spread();
    if (spread == null || spread.errors() != DagModel.Errors.FAIL_FAST) {
      return;
    }
    List<TaskModel> told =
        task.items.stream().filter(item -> tasks.fact(item, task) != null).toList();
    long lost = told.stream().filter(TaskModel::endedBadly).count();
    long without = told.stream().filter(item -> !item.succeeded()).count();
    boolean hopeless =
        spread.minimum() == null
            ? lost > 0
            : task.items.size() - without < spread.minimum().of(task.items.size());
    if (hopeless) {
      task.liveItems()
          .forEach(item -> end(item, TaskState.CANCELED, Cause.FAIL_FAST, Reason.FAIL_FAST.text()));
    }
  }

  private void climb(TaskModel child, Set<TaskModel> spared, Set<TaskModel> reached) {
    for (TaskModel parent : tasks.parents(child)) {
      if (!child.node.barrier() || parent.spread == child) {
        reached.add(parent);
      }
      boolean climbs = reached.contains(parent) && !spared.contains(parent);
      if (!parent.terminal() && climbs && allChildrenEnded(parent)) {
        end(parent, TaskState.CANCELED, Cause.DEAD_END, Reason.DEAD_END.text());
      }
    }
  }

  private static boolean allChildrenEnded(TaskModel task) {
    return task.children.stream().allMatch(TaskModel::terminal);
  }
}
