package dev.edgewise.server.http.wait;

import dev.edgewise.api.ApprovalDecision;
import dev.edgewise.api.ApprovalResult;
import dev.edgewise.api.Decision;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.TaskStatus;
import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.decision.Answer.Unknown;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.wait.Approvals;
import dev.edgewise.server.store.wait.Approvals.Asked;
import dev.edgewise.server.store.wait.Approvals.Open;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides about approvals: a decision completes the task that waits for it, once. */
public final class ApprovalDecisions {
  private final Approvals approvals;
  private final Committer committer;
  private final InstantSource clock;

  /**
   * @param clock tells when a decision is made
   */
  public ApprovalDecisions(Approvals approvals, Committer committer, InstantSource clock) {
    this.approvals = approvals;
    this.committer = committer;
    this.clock = clock;
  }

  /**
   * Returns the approval that a task waits for.
   *
   * @param token the attempt that must wait; null for the current one
   * @throws ApiException when there is no such task, or when it does not wait for an approval
   */
  Open open(TaskKey task, @Nullable Token token) {
    Asked asked = approvals.find(task).orElseThrow(() -> unknown(task));
    Open open = asked.open();
    if (open == null) {
      throw over(asked.state(), asked.attempt(), "it does not wait for an approval");
    }
    if (token != null && !token.equals(open.token())) {
      throw over(asked.state(), asked.attempt(), "the link belongs to an earlier attempt");
    }
    return open;
  }

  /**
   * Decides.
   *
   * @param token the attempt that must wait; null for the current one
   * @param actor the sender, for the ledger and the audit trail
   */
  PatchAnswer decide(TaskKey task, @Nullable Token token, String actor, ApprovalDecision decision) {
    check(decision);
    Open open = open(task, token);
    Command command =
        decision.decision() == Decision.APPROVE
            ? new Command.Succeed(task, open.token(), result(decision))
            : new Command.Fail(task, open.token(), FailureType.EXPLICIT, reason(decision), false);
    return switch (committer.apply(new Command.Ordered(actor, command))) {
      case Applied(TaskState state, int attempt) ->
          new PatchAnswer(task.publicId(), status(state), attempt, true);
      case Repeated(TaskState state, int attempt) ->
          throw over(state, attempt, "somebody has decided already");
      case Refused(TaskState state, int attempt, _) when state == TaskState.PAUSED ->
          throw over(state, attempt, "resume it first");
      case Refused(TaskState state, int attempt, String why) -> throw over(state, attempt, why);
      case Unknown _ -> throw unknown(task);
    };
  }

  private String result(ApprovalDecision decision) {
    return Wire.text(
        new ApprovalResult(
            true,
            decision.by(),
            decision.comment(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS)));
  }

  private static String reason(ApprovalDecision decision) {
    String by = decision.by() == null ? "" : " by " + decision.by();
    return "Rejected" + by + (decision.comment() == null ? "" : ": " + decision.comment());
  }

  private static void check(ApprovalDecision decision) {
    List<String> problems = new ArrayList<>();
    if (decision.decision() == null) {
      problems.add("decision: is required, approve or reject");
    }
    bounded(problems, "by", decision.by(), Limits.NAME_MAX_BYTES);
    bounded(problems, "comment", decision.comment(), Limits.APPROVAL_COMMENT_MAX_BYTES);
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
  }

  private static void bounded(
      List<String> problems, String field, @Nullable String text, int maxBytes) {
    if (text == null) {
      return;
    }
    String flaw = JsonText.flaw(text);
    if (flaw != null) {
      problems.add(field + ": " + flaw);
    } else if (JsonText.byteLength(text) > maxBytes) {
      problems.add("%s: must have at most %d bytes".formatted(field, maxBytes));
    }
  }

  private static ApiException unknown(TaskKey task) {
    return ApiException.of(ErrorCode.TASK_NOT_FOUND, "There is no task " + task + ".");
  }

  private static ApiException over(TaskState state, int attempt, String why) {
    return ApiException.wrongState(
        "The task is %s at attempt %d: %s.".formatted(state.wireName(), attempt, why),
        status(state),
        attempt);
  }

  private static TaskStatus status(TaskState state) {
    return TaskStatus.valueOf(state.name());
  }
}
