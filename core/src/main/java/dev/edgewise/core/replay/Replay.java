package dev.edgewise.core.replay;

import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Transition;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rebuilds the tasks of a batch from its ledger, one transaction after the other. */
public final class Replay {
  private final Map<Integer, ReplayedTask> tasks;

  /**
   * @param tasks the existing tasks, by number; entries about other tasks, the removed items of
   *     spreads, are ignored
   */
  public Replay(Map<Integer, ReplayedTask> tasks) {
    this.tasks = tasks;
  }

  /** Applies the rows of one transaction. */
  public void read(List<Row> rows) {
    Set<Integer> again = new HashSet<>();
    for (Row row : rows) {
      if (row.type() == EntryType.RERUN) {
        again.addAll(row.nos());
      }
    }
    for (Row row : rows) {
      if (row.type() == EntryType.RERUN) {
        row.nos().forEach(no -> reopen(no, again));
      }
      for (int i = 0; i < row.nos().size(); i++) {
        ReplayedTask task = tasks.get(row.nos().get(i));
        if (task != null) {
          read(row, i, task, again);
        }
      }
    }
  }

  private void read(Row row, int line, ReplayedTask task, Set<Integer> again) {
    int attempt = row.attempts().get(line);
    String detail = row.detail(line);
    long id = row.id() + line;
    int no = row.nos().get(line);
    switch (row.type()) {
      case SUBMITTED, STARTED, HEARTBEAT -> {}
      case WAITING, PENDING, CLAIMED, RUNNING -> {
        TaskState to = TaskState.valueOf(row.type().name());
        boolean added = task.untold();
        follow(no, task, to, attempt);
        task.move(to, attempt);
        if (added) {
          meet(no, task, id, row.at());
        }
      }
      case SUCCESS, FAILURE, CANCELED, SKIPPED -> {
        TaskState to = TaskState.valueOf(row.type().name());
        follow(no, task, to, attempt);
        task.end(to, attempt, detail, row.at());
        // What a rerun cancels goes back to Waiting at once and resolves no edge.
        if (!again.contains(no) || !Reason.RERUN.text().equals(detail)) {
          resolve(task, id, row.at());
        }
      }
      case PAUSED -> {
        follow(no, task, TaskState.PAUSED, attempt);
        task.pause();
      }
      case RESUMED -> {
        follow(no, task, state(detail), attempt);
        task.move(state(detail), task.attempt());
      }
      case RETRY_PENDING -> {
        follow(no, task, TaskState.RETRY_PENDING, attempt);
        task.move(TaskState.RETRY_PENDING, attempt + 1);
      }
      case RERUN -> {
        task.move(TaskState.WAITING, attempt);
        if (state(detail) == TaskState.SUCCESS) {
          restate(no, task, id, row.at(), again);
        } else if (state(detail) == TaskState.PAUSED) {
          task.pause();
        }
      }
    }
  }

  /** Fails if no transition leads from the task's state to the state of an entry. */
  private static void follow(int no, ReplayedTask task, TaskState to, int attempt) {
    // The ledger has no Waiting entry for an item that is decided at once.
    boolean possible =
        Transition.possible(task.state(), to) || (task.untold() && Transition.possible(null, to));
    // A worker's claim starts the task, with a single entry.
    boolean leased = task.state() == TaskState.PENDING && to == TaskState.RUNNING;
    if (!(possible || leased) || attempt != task.attempt()) {
      throw new ImpossibleLineException(
          no,
          "the ledger has %s of attempt %d after %s of attempt %d"
              .formatted(
                  to.columnName(),
                  attempt,
                  task.untold() ? "nothing" : task.state().columnName(),
                  task.attempt()));
    }
  }

  private static TaskState state(@Nullable String column) {
    if (column == null) {
      throw new IllegalArgumentException("a ledger entry does not name its state");
    }
    return TaskState.valueOf(column.toUpperCase(Locale.ROOT));
  }

  /** Resolves the edges of a new task from those of its parents that had already ended. */
  private void meet(int no, ReplayedTask task, long line, Instant at) {
    for (int number : task.parents()) {
      ReplayedTask parent = tasks.get(number);
      if (parent != null && parent.state().terminal()) {
        int edge = parent.edgeTo(no);
        parent.say(edge, fact(parent, edge, line, at));
      }
    }
  }

  /**
   * Resolves the outgoing edges of a task; edges that have a fact keep it, see {@link #reopen}. A
   * child that no entry has named yet is added later.
   */
  private void resolve(ReplayedTask ended, long line, Instant at) {
    for (int i = 0; i < ended.childCount(); i++) {
      ReplayedTask child = tasks.get(ended.child(i));
      if (ended.fact(i) == null && (child == null || !child.untold())) {
        ended.say(i, fact(ended, i, line, at));
      }
    }
  }

  private static ReplayedFact fact(ReplayedTask ended, int edge, long line, Instant at) {
    Resolution resolution = Resolution.of(ended.state());
    boolean satisfied = ended.condition(edge).satisfiedBy(resolution);
    return new ReplayedFact(satisfied, resolution, ended.attempt(), line, at);
  }

  /**
   * Removes the facts of a rerun task, except those of edges to children that succeeded and are not
   * rerun.
   */
  private void reopen(int no, Set<Integer> again) {
    ReplayedTask task = tasks.get(no);
    if (task == null) {
      return;
    }
    for (int i = 0; i < task.childCount(); i++) {
      @Nullable ReplayedTask child = tasks.get(task.child(i));
      boolean stays =
          child != null && child.state() == TaskState.SUCCESS && !again.contains(task.child(i));
      if (!stays) {
        task.say(i, null);
      }
    }
  }

  /**
   * Replaces the facts of edges from parents that are not rerun by their current resolutions: a
   * task that succeeded had kept the facts it started with.
   */
  private void restate(int no, ReplayedTask task, long line, Instant at, Set<Integer> again) {
    for (int number : task.parents()) {
      ReplayedTask parent = tasks.get(number);
      if (parent == null) {
        throw new IllegalStateException("task " + no + " has a parent that is missing");
      }
      int edge = parent.edgeTo(no);
      boolean ended = parent.state().terminal() && !again.contains(number);
      parent.say(edge, ended ? fact(parent, edge, line, at) : null);
    }
  }
}
