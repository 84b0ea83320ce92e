package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import org.jspecify.annotations.Nullable;

/** A request to change a task. A null token means the current attempt. */
public sealed interface Command {

  TaskKey task();

  /** An executor reports success, with a result in JSON or null. */
  record Succeed(TaskKey task, @Nullable Token token, @Nullable String result) implements Command {}

  /** An executor reports failure, or its call failed. */
  record Fail(
      TaskKey task, @Nullable Token token, FailureType type, String reason, boolean retryable)
      implements Command {}

  /**
   * A claim or an attempt had no activity until its timeout.
   *
   * @param started whether the attempt was running at the timeout, or only claimed
   */
  record Expire(TaskKey task, Token token, boolean started, boolean worker) implements Command {}

  /** The server that claimed the task for a worker puts it back, because no worker got it. */
  record PutBack(TaskKey task, Token token) implements Command {}

  /**
   * An executor reports that its attempt was canceled. Tasks that need its success are canceled
   * too.
   *
   * @param reason null if none was given
   */
  record GiveUp(TaskKey task, @Nullable Token token, @Nullable String reason) implements Command {}

  /**
   * An executor reports that it is running.
   *
   * @param starts whether it reports its start, or only a sign of life
   */
  record Alive(TaskKey task, Token token, boolean starts) implements Command {}

  /**
   * A command that came with an outside event. An event is applied once, whatever else arrives with
   * its ID.
   *
   * @param id the ID of the event
   */
  record Reported(String id, Command command) implements Command {
    @Override
    public TaskKey task() {
      return command.task();
    }
  }

  /**
   * A command that a person or a key gave. The ledger entries about what it asks for name the
   * actor; what follows from it is the engine's doing.
   */
  record Ordered(String actor, Command command) implements Command {
    @Override
    public TaskKey task() {
      return command.task();
    }
  }

  /** An operator cancels the task and, with {@code downwards}, the tasks that need its success. */
  record Cancel(TaskKey task, boolean downwards) implements Command {}

  /** An operator pauses the task. */
  record Pause(TaskKey task) implements Command {}

  /** An operator resumes the task. */
  record Resume(TaskKey task) implements Command {}

  /** The next attempt of the task is due, or the start of one that runs without an executor. */
  record Retry(TaskKey task) implements Command {}

  /** The deadline of the task has passed. */
  record Deadline(TaskKey task) implements Command {}

  /** An operator pauses all tasks of the batch that have not ended; the task number is 0. */
  record PauseBatch(TaskKey task) implements Command {}

  /** An operator resumes the tasks that were paused with their batch; the task number is 0. */
  record ResumeBatch(TaskKey task) implements Command {}

  /** The deadline of the batch has passed; the task number is 0. */
  record BatchDeadline(TaskKey task) implements Command {}

  /** An operator reruns the task and its descendants. */
  record Rerun(TaskKey task) implements Command {}

  /** An operator reruns all tasks of the batch that ended without success; the task number is 0. */
  record RerunFailed(TaskKey task) implements Command {}

  /**
   * A new task has edges that were resolved before it existed, or is a root that is decided inline.
   *
   * @param firstNew the lowest number of a new task of the batch; tasks with lower numbers may have
   *     ended before
   */
  record Admit(TaskKey task, int firstNew) implements Command {
    /** A task that is as new as its whole batch, or whose edges within its batch are settled. */
    public Admit(TaskKey task) {
      this(task, 1);
    }
  }

  /**
   * Children of the task ended because their batch was stopped.
   *
   * @param climbs whether one of them is not a barrier
   */
  record ChildrenEnded(TaskKey task, int count, boolean climbs) implements Command {}

  /** Returns how the command may end its task, as a hint for loading. */
  default ExpectedEnd expectedEnd() {
    return switch (this) {
      case Succeed _ -> ExpectedEnd.SUCCESS;
      case Fail _, Expire _, Deadline _ -> ExpectedEnd.FAILED;
      case Cancel _, GiveUp _, ChildrenEnded _ -> ExpectedEnd.CANCELLED;
      case Admit _ -> ExpectedEnd.UNKNOWN;
      case Pause _,
          Resume _,
          Retry _,
          Rerun _,
          RerunFailed _,
          Alive _,
          PutBack _,
          PauseBatch _,
          ResumeBatch _,
          BatchDeadline _ ->
          ExpectedEnd.NONE;
      case Reported(_, var command) -> command.expectedEnd();
      case Ordered(_, var command) -> command.expectedEnd();
    };
  }
}
