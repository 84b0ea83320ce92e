package dev.edgewise.server.http.task;

import dev.edgewise.api.BatchPauseAnswer;
import dev.edgewise.api.BatchRerunAnswer;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.RulesAnswer;
import dev.edgewise.api.RulesPatch;
import dev.edgewise.api.Scope;
import dev.edgewise.api.StopAnswer;
import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Answer.Repeated;
import dev.edgewise.core.decision.Answer.Unknown;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.BatchStop;
import dev.edgewise.server.commit.BatchStop.Stopped;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.submission.RulesChange;
import dev.edgewise.server.store.update.TaskUpdates;
import java.util.List;
import java.util.UUID;

/** The routes that act on a batch. */
public final class BatchCommands {
  private final Committer committer;
  private final BatchStop stop;
  private final TaskUpdates updates;

  public BatchCommands(Committer committer, BatchStop stop, TaskUpdates updates) {
    this.committer = committer;
    this.stop = stop;
    this.updates = updates;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/v1/batches/{id}/stop", "Stop a batch: cancel every task that has not ended")
            .scope(Scope.OPERATE)
            .operation("stopBatch")
            .alias(Method.DELETE, "/batch/{id}")
            .answers(200, StopAnswer.class)
            .fails(ErrorCode.BATCH_NOT_FOUND)
            .by(this::stop),
        pausing(
            Route.post("/v1/batches/{id}/pause", "Pause a batch: every task that has not ended"),
            "pauseBatch",
            true),
        pausing(
            Route.post(
                "/v1/batches/{id}/resume", "Resume a batch: the tasks that were paused with it"),
            "resumeBatch",
            false),
        Route.put(
                "/v1/batches/{id}/rules",
                "Replace the rules of the tasks of a kind that have not ended")
            .scope(Scope.OPERATE)
            .operation("replaceRules")
            .alias(Method.PATCH, "/batch/{id}/rules")
            .takes(RulesPatch.class)
            .answers(200, RulesAnswer.class)
            .fails(ErrorCode.BATCH_NOT_FOUND)
            .by(this::replaceRules),
        Route.post(
                "/v1/batches/{id}/rerun",
                "Rerun a batch from failure: run every task again that ended without success")
            .scope(Scope.OPERATE)
            .operation("rerunBatch")
            .alias(Method.POST, "/batch/{id}/rerun")
            .answers(202, BatchRerunAnswer.class)
            .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::rerun));
  }

  private Route pausing(Route.Undecided route, String operation, boolean paused) {
    return route
        .scope(Scope.OPERATE)
        .operation(operation)
        .answers(200, BatchPauseAnswer.class)
        .fails(ErrorCode.BATCH_NOT_FOUND, ErrorCode.WRONG_STATE)
        .by(request -> pause(request, paused));
  }

  private Answer pause(Request request, boolean paused) {
    UUID batchId = request.batchId();
    return switch (committer.apply(pauseCommand(request.principal().actor(), batchId, paused))) {
      case Applied _ -> Answer.ok(new BatchPauseAnswer(batchId, paused, true));
      case Repeated _ -> Answer.ok(new BatchPauseAnswer(batchId, paused, false));
      case Refused refused ->
          throw ApiException.of(
              ErrorCode.WRONG_STATE, "It cannot be done now: " + refused.why() + ".");
      case Unknown _ -> throw unknown(batchId);
    };
  }

  /** The command that pauses or resumes a batch in the name of an actor. */
  public static Command pauseCommand(String actor, UUID batchId, boolean paused) {
    TaskKey batch = new TaskKey(batchId, 0);
    return new Command.Ordered(
        actor, paused ? new Command.PauseBatch(batch) : new Command.ResumeBatch(batch));
  }

  private Answer stop(Request request) {
    UUID batchId = request.batchId();
    Stopped stopped = stop.stop(request.caller(), batchId).orElseThrow(() -> unknown(batchId));
    return Answer.ok(
        new StopAnswer(
            batchId,
            stopped.waiting(),
            stopped.pending(),
            stopped.claimed(),
            stopped.running(),
            stopped.paused(),
            stopped.retryPending(),
            stopped.alreadyTerminal()));
  }

  private Answer replaceRules(Request request) {
    UUID batchId = request.batchId();
    RulesChange change = RulesChange.read(request.bodyStream());
    int updated =
        updates
            .replaceRules(request.caller(), batchId, change.kind(), change.rules())
            .orElseThrow(() -> unknown(batchId));
    committer.signals().committed(List.of(), true, false, false);
    return Answer.ok(new RulesAnswer(batchId, updated));
  }

  private Answer rerun(Request request) {
    UUID batchId = request.batchId();
    return switch (committer.apply(
        new Command.Ordered(
            request.principal().actor(), new Command.RerunFailed(new TaskKey(batchId, 0))))) {
      case Applied _ -> Answer.json(202, new BatchRerunAnswer(batchId));
      case Refused refused ->
          throw ApiException.of(ErrorCode.WRONG_STATE, "There is " + refused.why() + ".");
      case Repeated _, Unknown _ -> throw unknown(batchId);
    };
  }

  private static ApiException unknown(UUID batchId) {
    return ApiException.of(ErrorCode.BATCH_NOT_FOUND, "There is no batch " + batchId + ".");
  }
}
