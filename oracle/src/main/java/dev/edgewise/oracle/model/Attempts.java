package dev.edgewise.oracle.model;

import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Cause;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Verdict.Applied;
import dev.edgewise.oracle.model.Verdict.Refused;
import dev.edgewise.oracle.model.Verdict.Repeated;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The life of an attempt in the model: claim, start, and how it ends. */
final class Attempts {
  private final TaskModels tasks;
  private final Settlement settlement;

  Attempts(TaskModels tasks, Settlement settlement) {
    this.tasks = tasks;
    this.settlement = settlement;
  }

  Verdict claim(TaskModel task) {
    if (task.state != TaskState.PENDING || !hasRoom(task)) {
      return new Refused(task.state);
    }
    tasks.move(task, TaskState.CLAIMED, Cause.CLAIM);
    task.attemptOfClaim.add(task.attempt);
    task.claimedAt = tasks.now();
    return new Applied();
  }

  /** Whether the spread of an item lets one more of its items be held. */
  private static boolean hasRoom(TaskModel task) {
    if (task.spread == null || task.spread.node.spread() == null) {
      return true;
    }
    int bound = task.spread.node.spread().parallel();
    long held = task.spread.items.stream().filter(item -> item.state.held()).count();
    return bound == 0 || held < bound;
  }

  Verdict start(TaskModel task, @Nullable Integer claim) {
    if (task.state != TaskState.CLAIMED || !current(task, claim)) {
      return new Refused(task.state);
    }
    tasks.move(task, TaskState.RUNNING, Cause.START);
    task.activeAt = tasks.now();
    return new Applied();
  }

  Verdict claimTimeout(TaskModel task) {
    if (task.state != TaskState.CLAIMED) {
      return new Refused(task.state);
    }
    tasks.move(task, TaskState.PENDING, Cause.CLAIM_TIMEOUT);
    return new Applied();
  }

  Verdict putBack(TaskModel task, @Nullable Integer claim) {
    if (task.state != TaskState.RUNNING || claim == null || !current(task, claim)) {
      return new Refused(task.state);
    }
    tasks.move(task, TaskState.PENDING, Cause.PUT_BACK);
    return new Applied();
  }

  Verdict succeed(TaskModel task, Stimulus.Succeed succeed) {
    Optional<Verdict> obstacle = obstacle(task, succeed.claim(), TaskState.SUCCESS);
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    task.result = succeed.result();
    end(task, TaskState.SUCCESS, Cause.SUCCESS, null);
    return new Applied();
  }

  Verdict fail(TaskModel task, Stimulus.Fail fail) {
    // Only the call that starts a task can fail as a webhook.
    if (fail.type() == FailureType.WEBHOOK_FAILURE && task.state != TaskState.CLAIMED) {
      return new Refused(task.state);
    }
    Optional<Verdict> obstacle = obstacle(task, fail.claim(), TaskState.FAILURE);
    if (obstacle.isPresent()) {
      return obstacle.get();
    }
    fail(task, fail.type(), fail.retryable(), fail.reason(), Cause.FAILURE);
    return new Applied();
  }

  Verdict timeout(TaskModel task) {
    if (task.state != TaskState.RUNNING || task.runsByItself()) {
      return new Refused(task.state);
    }
    fail(task, FailureType.TIMEOUT, true, Reason.TIMEOUT.text(), Cause.TIMEOUT);
    return new Applied();
  }

  Verdict due(TaskModel task) {
    if (task.state == TaskState.RETRY_PENDING) {
      tasks.move(task, TaskState.PENDING, Cause.RETRY_DUE);
      task.reason = null;
      settlement.begin(task);
      settlement.settle();
      return new Applied();
    }
    TaskModel.Answer answer = task.answer;
    if (task.state != TaskState.RUNNING || (answer == null && task.waitUntil == null)) {
      return new Refused(task.state);
    }
    if (answer != null && answer.reason() != null) {
      fail(task, FailureType.EXPLICIT, true, answer.reason(), Cause.FAILURE);
    } else if (answer == null && task.node.work() instanceof DagModel.Wait wait && wait.expires()) {
      fail(task, FailureType.TIMEOUT, true, Reason.WAIT_TIMEOUT.text(), Cause.TIMEOUT);
    } else {
      task.result = answer == null ? null : answer.result();
      end(task, TaskState.SUCCESS, Cause.SUCCESS, null);
    }
    return new Applied();
  }

  Verdict overdue(TaskModel task) {
    if (!task.onDeadline()) {
      return new Refused(task.state);
    }
    List<TaskModel> items = task.liveItems();
    settlement.end(task, TaskState.FAILURE, Cause.DEADLINE, Reason.DEADLINE.text());
    for (TaskModel item : items) {
      if (!item.terminal()) {
        settlement.end(item, TaskState.CANCELED, Cause.CANCEL, Reason.DEADLINE.text());
      }
    }
    settlement.settle();
    return new Applied();
  }

  /** Why a completion cannot be applied; empty if it can. */
  static Optional<Verdict> obstacle(TaskModel task, @Nullable Integer claim, TaskState outcome) {
    if (task.state.held()) {
      return current(task, claim) ? Optional.empty() : Optional.of(new Refused(task.state));
    }
    TaskState reached =
        claim == null || attemptOf(task, claim) == task.attempt
            ? task.state
            : task.outcomeOfAttempt.get(attemptOf(task, claim));
    return Optional.of(reached == outcome ? new Repeated() : new Refused(task.state));
  }

  private static boolean current(TaskModel task, @Nullable Integer claim) {
    return claim == null || claim == task.claims();
  }

  /** The attempt of a claim, or -1 when there never was such a claim. */
  private static int attemptOf(TaskModel task, int claim) {
    return claim >= 1 && claim <= task.claims() ? task.attemptOfClaim.get(claim - 1) : -1;
  }

  private void fail(
      TaskModel task, FailureType type, boolean retryable, String reason, Cause cause) {
    RetryPolicy policy = task.node.retry();
    if (retryable && policy != null && policy.takes(type, task.retriesSpent)) {
      task.outcomeOfAttempt.put(task.attempt, TaskState.FAILURE);
      task.retryAt = tasks.now().plus(policy.delay(task.retriesSpent, 0));
      task.retriesSpent++;
      task.attempt++;
      task.reason = reason;
      tasks.move(task, TaskState.RETRY_PENDING, cause);
    } else {
      end(task, TaskState.FAILURE, cause, reason);
    }
  }

  private void end(TaskModel task, TaskState outcome, Cause cause, @Nullable String reason) {
    settlement.end(task, outcome, cause, reason);
    settlement.settle();
  }
}
