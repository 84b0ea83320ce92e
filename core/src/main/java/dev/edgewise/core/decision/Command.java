package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import org.jspecify.annotations.Nullable;

/** Something that moves a task. A null token speaks for whichever attempt is current. */
public sealed interface Command {

  TaskKey task();

  /** An executor reports success, with a result in JSON or null. */
  record Succeed(TaskKey task, @Nullable Token token, @Nullable String result) implements Command {}

  /** An executor reports failure, or its call failed. */
  record Fail(
      TaskKey task, @Nullable Token token, FailureType type, String reason, boolean retryable)
      implements Command {}

  /**
   * Nobody heard of the claim or the attempt for too long.
   *
   * @param started whether the attempt was running when its time ran out, or only claimed
   */
  record Expire(TaskKey task, Token token, boolean started, boolean worker) implements Command {}

  /**
   * An executor reports that its attempt was canceled; what needs its success is canceled too.
   *
   * @param reason null when it gives none
   */
  record GiveUp(TaskKey task, @Nullable Token token, @Nullable String reason) implements Command {}

  /**
   * An executor is at work.
   *
   * @param starts whether that is the news, or only that it still is
   */
  record Alive(TaskKey task, Token token, boolean starts) implements Command {}

  /**
   * What an outside event stands for; it counts once, whatever else the event's id arrives with.
   *
   * @param id the event's
   */
  record Reported(String id, Command command) implements Command {
    @Override
    public TaskKey task() {
      return command.task();
    }
  }

  /** An operator cancels, and with {@code downwards} what needs its success too. */
  record Cancel(TaskKey task, boolean downwards) implements Command {}

  /** An operator holds the task. */
  record Pause(TaskKey task) implements Command {}

  /** An operator lets it go on. */
  record Resume(TaskKey task) implements Command {}

  /** The time of its next attempt has come. */
  record Retry(TaskKey task) implements Command {}

  /** An operator runs it, and what is below it, again. */
  record Rerun(TaskKey task) implements Command {}

  /** An operator runs everything in the batch that ended without success again; the number is 0. */
  record RerunFailed(TaskKey task) implements Command {}

  /** Edges of a new task that were resolved before it existed, or a root that is decided inline. */
  record Admit(TaskKey task) implements Command {}

  /**
   * Children in a batch that was stopped have ended.
   *
   * @param climbs whether one of them is no barrier
   */
  record ChildrenEnded(TaskKey task, int count, boolean climbs) implements Command {}

  /** How the command may end its task, as a hint for what to load. */
  default ExpectedEnd expectedEnd() {
    return switch (this) {
      case Succeed _ -> ExpectedEnd.SUCCESS;
      case Fail _, Expire _ -> ExpectedEnd.FAILED;
      case Cancel _, GiveUp _, ChildrenEnded _ -> ExpectedEnd.CANCELLED;
      case Admit _ -> ExpectedEnd.UNKNOWN;
      case Pause _, Resume _, Retry _, Rerun _, RerunFailed _, Alive _ -> ExpectedEnd.NONE;
      case Reported(_, var command) -> command.expectedEnd();
    };
  }
}
