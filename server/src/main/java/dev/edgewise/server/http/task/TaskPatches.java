package dev.edgewise.server.http.task;

import dev.edgewise.api.Json;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.Scope;
import dev.edgewise.api.TaskPatch;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.Order;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.input.StoredError;
import dev.edgewise.server.store.DeliveryTokens;
import dev.edgewise.server.store.update.Report;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles PATCH on a task, which ends its attempt, updates it, or both. */
public final class TaskPatches implements Handler {
  private final Committer committer;
  private final TaskUpdates updates;
  private final DeliveryTokens tokens;

  public TaskPatches(Committer committer, TaskUpdates updates, DeliveryTokens tokens) {
    this.committer = committer;
    this.updates = updates;
    this.tokens = tokens;
  }

  @Override
  public Answer handle(Request request) {
    TaskKey task = request.task();
    TaskPatch patch = request.body(TaskPatch.class);
    requireScopes(request, patch);
    List<String> problems = problems(patch);
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    TaskUpdate update = update(request, task, patch);
    Token token = request.query("token").map(text -> token(task, text)).orElse(null);
    return Answer.ok(
        patch.status() == null
            ? change(
                task, update.fencedTo(token), Report.ofProgress(patch.progress(), patch.message()))
            : finish(task, patch, token, update));
  }

  /** An executor reports on its task; an operator changes what it is. */
  private static void requireScopes(Request request, TaskPatch patch) {
    boolean changes = patch.priority() != null || patch.metadata() != null;
    if (changes) {
      request.require(Scope.OPERATE);
    }
    if (!changes || patch.status() != null || !isWithoutReport(patch)) {
      request.require(Scope.WORK);
    }
  }

  private static boolean isWithoutReport(TaskPatch patch) {
    return patch.newSuccess() == null
        && patch.newFailures() == null
        && patch.expectedCount() == null
        && patch.progress() == null
        && patch.message() == null;
  }

  /** A token that was never issued is decoded as that of an attempt that never existed. */
  private Token token(TaskKey task, String text) {
    Token token = tokens.decode(task, text);
    return token == null ? Token.NEVER_GIVEN : token;
  }

  private PatchAnswer finish(
      TaskKey task, TaskPatch patch, @Nullable Token token, TaskUpdate update) {
    TaskUpdate changes = update.isEmpty() ? null : update;
    Json result = patch.result();
    Command command =
        patch.status() == TaskStatus.SUCCESS
            ? new Command.Succeed(task, token, result == null ? null : result.text())
            : new Command.Fail(
                task,
                token,
                FailureType.EXPLICIT,
                String.valueOf(patch.failureReason()),
                !Boolean.FALSE.equals(patch.retryable()));
    Report report = new Report(patch.progress(), patch.message(), StoredError.of(patch.error()));
    return CommandAnswers.of(
        task, committer.apply(new Order(command, changes, report.isEmpty() ? null : report)));
  }

  private PatchAnswer change(TaskKey task, TaskUpdate update, @Nullable Report report) {
    TaskUpdates.Standing standing =
        updates.standing(task).orElseThrow(() -> CommandAnswers.unknown(task));
    if (!updates.apply(update, report)) {
      TaskUpdates.Standing now = updates.standing(task).orElse(standing);
      String why =
          now.state().terminal()
              ? "a task that has ended cannot be changed"
              : "the token belongs to an attempt that is not under way";
      throw ApiException.wrongState(
          "The task is %s at attempt %d: %s.".formatted(now.state().wireName(), now.attempt(), why),
          CommandAnswers.status(now.state()),
          now.attempt());
    }
    return new PatchAnswer(
        task.publicId(), CommandAnswers.status(standing.state()), standing.attempt(), true);
  }

  private static TaskUpdate update(Request request, TaskKey task, TaskPatch patch) {
    boolean operates = patch.priority() != null || patch.metadata() != null;
    Json metadata = patch.metadata();
    return new TaskUpdate(
        task,
        null,
        patch.priority(),
        metadata == null ? null : metadata.text(),
        patch.newSuccess(),
        patch.newFailures(),
        patch.expectedCount(),
        operates ? request.principal().actor() : null);
  }

  private static List<String> problems(TaskPatch patch) {
    List<String> problems = new ArrayList<>();
    TaskStatus status = patch.status();
    if (status != null && status != TaskStatus.SUCCESS && status != TaskStatus.FAILURE) {
      problems.add("status: must be Success or Failure, not " + status.wireName());
    }
    boolean blankReason = patch.failureReason() == null || patch.failureReason().isBlank();
    if (status == TaskStatus.FAILURE && blankReason) {
      problems.add("failure_reason: is required with status Failure");
    }
    if (status != TaskStatus.FAILURE && patch.failureReason() != null) {
      problems.add("failure_reason: is allowed only with status Failure");
    }
    if (status == null && patch.result() != null) {
      problems.add("result: is allowed only with a status");
    }
    if (status == null && patch.error() != null) {
      problems.add("error: is allowed only with a status");
    }
    CompletionLimits.checkProgress(problems, patch.progress(), patch.message());
    CompletionLimits.check(
        problems, "result", patch.result(), "failure_reason", patch.failureReason());
    notNegative(problems, "new_success", patch.newSuccess());
    notNegative(problems, "new_failures", patch.newFailures());
    notNegative(problems, "expected_count", patch.expectedCount());
    Integer priority = patch.priority();
    if (priority != null && (priority < Limits.PRIORITY_MIN || priority > Limits.PRIORITY_MAX)) {
      problems.add(
          "priority: must be from %d to %d, not %d"
              .formatted(Limits.PRIORITY_MIN, Limits.PRIORITY_MAX, priority));
    }
    Json metadata = patch.metadata();
    if (metadata != null && metadata.text().length() > Limits.METADATA_MAX_BYTES) {
      problems.add("metadata: must have at most " + Limits.METADATA_MAX_BYTES + " bytes");
    }
    if (problems.isEmpty() && status == null && isEmpty(patch)) {
      problems.add("status: a status or a value to change is required");
    }
    return problems;
  }

  private static boolean isEmpty(TaskPatch patch) {
    return patch.priority() == null && patch.metadata() == null && isWithoutReport(patch);
  }

  private static void notNegative(List<String> problems, String field, @Nullable Long value) {
    if (value != null && value < 0) {
      problems.add(field + ": must not be negative");
    }
  }
}
