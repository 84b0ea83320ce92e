package dev.edgewise.oracle.model;

import dev.edgewise.core.retry.FailureType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that can happen to a batch, as the model and the scenarios put it. A subject under test
 * turns it into whatever its engine takes, such as a command or a claim.
 *
 * <p>A delivery token is named by the claim that made it: 1 is the task's first claim. Null means
 * that the stimulus carries no token.
 */
public sealed interface Stimulus {

  /** A stimulus about one task. */
  sealed interface OfTask extends Stimulus {
    String task();
  }

  /** The batch is submitted; always the first stimulus. */
  record Submit(DagModel dag) implements Stimulus {}

  /** A dispatcher or worker takes the task. */
  record Claim(String task) implements OfTask {}

  /** The call of that claim was answered: the task runs. */
  record Start(String task, @Nullable Integer claim) implements OfTask {}

  /** The holder of a claim is gone and its claim timed out. */
  record ClaimTimeout(String task) implements OfTask {}

  /** The server that claimed the task puts it back before an executor gets it. */
  record PutBack(String task, @Nullable Integer claim) implements OfTask {}

  /** The task reports success. */
  record Succeed(String task, @Nullable Integer claim) implements OfTask {
    /** The JSON text that it returns, which tells one report from another. */
    public String result() {
      return "\"" + task + (claim == null ? "" : "#" + claim) + "\"";
    }
  }

  /**
   * The task reports failure, or its on_start call failed.
   *
   * @param retryable false means that the reporter forbids a retry
   */
  record Fail(
      String task, @Nullable Integer claim, FailureType type, boolean retryable, String reason)
      implements OfTask {}

  /**
   * Its executor says that the attempt was canceled; what waits for its success is not wanted
   * either.
   */
  record GiveUp(String task, @Nullable Integer claim) implements OfTask {}

  /** Nothing was heard of the task for its timeout. */
  record Timeout(String task) implements OfTask {}

  /** What the task waits for has come: the time of its next attempt, or the end of its wait. */
  record Due(String task) implements OfTask {}

  /** The deadline of the task has passed. */
  record Overdue(String task) implements OfTask {}

  /** A server starts the workflow that the task calls. */
  record ChildStarts(String task) implements OfTask {}

  /** The workflow that the task calls ends. */
  record ChildEnds(String task, ChildEnd how) implements OfTask {}

  /** How the workflow ends that a task calls. */
  enum ChildEnd {
    SUCCEEDS,
    FAILS,
    CANCELED
  }

  /** An operator holds the task. */
  record Pause(String task) implements OfTask {}

  /** An operator lets the task go on. */
  record Resume(String task) implements OfTask {}

  /** The task is no longer wanted; with cascade neither is what waits for its success. */
  record Cancel(String task, boolean cascade) implements OfTask {}

  /** The whole batch is no longer wanted. */
  record StopBatch() implements Stimulus {}

  /** A terminal task runs again, and everything below it is decided anew. */
  record RerunTask(String task) implements OfTask {}

  /** Everything that ended without success runs again. */
  record RerunBatch() implements Stimulus {}

  /** The deadline of the batch has passed. */
  record BatchOverdue() implements Stimulus {}

  /**
   * A signal is sent to the batch.
   *
   * @param number what tells it from other signals of the name: it has an effect once
   */
  record Signal(String name, int number) implements Stimulus {
    /** The JSON text that it brings to those who wait. */
    public String data() {
      return "\"" + name + " " + number + "\"";
    }
  }

  /** A server dies and another one takes its place. Nothing follows from that. */
  record Crash() implements Stimulus {}

  /** Time passes: whatever becomes due happens. */
  record Tick(Duration time) implements Stimulus {}
}
