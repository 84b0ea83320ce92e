package dev.edgewise.server.app;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.state.Caller;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.engine.ChildBatches;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.StopSignal;
import dev.edgewise.server.http.access.AuditRoutes;
import dev.edgewise.server.http.access.SecretRoutes;
import dev.edgewise.server.http.access.WorkspaceRoutes;
import dev.edgewise.server.http.delivery.DeliveryCommands;
import dev.edgewise.server.http.event.Events;
import dev.edgewise.server.http.schedule.BackfillRoutes;
import dev.edgewise.server.http.schedule.ScheduleRoutes;
import dev.edgewise.server.http.schedule.ScheduleRuns;
import dev.edgewise.server.http.schedule.TickRoutes;
import dev.edgewise.server.http.submission.SubmissionReader;
import dev.edgewise.server.http.submission.SubmissionRules;
import dev.edgewise.server.http.task.AddTasks;
import dev.edgewise.server.http.task.BatchCommands;
import dev.edgewise.server.http.task.BulkCommands;
import dev.edgewise.server.http.task.DryRuns;
import dev.edgewise.server.http.task.SubmitTasks;
import dev.edgewise.server.http.task.TaskCommands;
import dev.edgewise.server.http.task.TaskPatches;
import dev.edgewise.server.http.wait.ApprovalDecisions;
import dev.edgewise.server.http.wait.ApprovalLinks;
import dev.edgewise.server.http.wait.ApprovalRoutes;
import dev.edgewise.server.http.wait.SignalRoutes;
import dev.edgewise.server.http.work.WorkClaims;
import dev.edgewise.server.http.work.WorkCompletions;
import dev.edgewise.server.http.work.WorkHeartbeats;
import dev.edgewise.server.http.work.WorkLogs;
import dev.edgewise.server.http.work.WorkRoutes;
import dev.edgewise.server.http.workflow.WorkflowRoutes;
import dev.edgewise.server.http.workflow.WorkflowRuns;
import dev.edgewise.server.http.workflow.WorkflowRuns.CallWaitsException;
import dev.edgewise.server.http.workflow.WorkflowRuns.Cause;
import dev.edgewise.server.store.child.DueCall;
import dev.edgewise.server.store.schedule.ScheduleSpec;
import dev.edgewise.server.store.schedule.Ticks;
import dev.edgewise.server.webhook.TargetGuard;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The routes that write, wired to their components. */
final class CommandRoutes implements ChildBatches.Batches {
  /** How long the start of a child batch waits for a quota of its workspace. */
  private static final Duration QUOTA_PAUSE = Duration.ofSeconds(5);

  private final StorePart store;
  private final StopSignal stopSignal;
  private final Function<InputStream, BatchSpec> reading;
  private final BiFunction<UUID, InputStream, Growth> growing;
  private final DryRuns dryRuns;
  private final WorkflowRuns runs;
  private final ScheduleRuns scheduleRuns;

  CommandRoutes(StorePart store, Settings settings, TargetGuard guard, StopSignal stopSignal) {
    this.store = store;
    this.stopSignal = stopSignal;
    SubmissionRules rules =
        SubmissionRules.of(settings, url -> guard.objection(url).orElse(null), store.language);
    reading = body -> SubmissionReader.read(body, rules);
    growing = (batchId, body) -> growth(batchId, body, rules);
    dryRuns = new DryRuns(store.submissions, body -> SubmissionReader.foresee(body, rules));
    runs = new WorkflowRuns(store.workflows, store.submissions, rules);
    scheduleRuns = new ScheduleRuns(runs);
  }

  List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        new SubmitTasks(store.submissions, reading, store.batchTasks::of, dryRuns).routes());
    routes.add(new AddTasks(store.growths, growing).route());
    routes.addAll(new WorkflowRoutes(store.workflows, runs).routes());
    routes.addAll(new ScheduleRoutes(store.schedules, runs).routes());
    routes.addAll(new TickRoutes(store.schedules, store.ticks, scheduleRuns).routes());
    routes.addAll(new BackfillRoutes(store.schedules, store.backfills).routes());
    var patches = new TaskPatches(store.committer, store.updates, store.tokens);
    routes.addAll(new TaskCommands(store.committer, store.counters, patches).routes());
    routes.add(new BulkCommands(store.committer, store.tasks).route());
    routes.addAll(new BatchCommands(store.committer, store.stop, store.updates).routes());
    routes.addAll(
        WorkRoutes.of(
            new WorkClaims(store.workers, store.preparation, store.tokens, stopSignal),
            new WorkCompletions(store.committer, store.tokens),
            new WorkHeartbeats(store.leases, store.updates, store.reports, store.tokens),
            new WorkLogs(store.logs, store.updates, store.tokens, this::logged)));
    routes.addAll(new WorkspaceRoutes(store.workspaces, store.limits).routes());
    routes.addAll(new SecretRoutes(store.secrets).routes());
    routes.add(new AuditRoutes(store.audit).route());
    routes.add(new Events(store.committer).route());
    routes.addAll(new DeliveryCommands(store.replays).routes());
    routes.addAll(new SignalRoutes(store.sentSignals).routes());
    var decisions = new ApprovalDecisions(store.approvals, store.committer, InstantSource.system());
    routes.addAll(new ApprovalRoutes(store.approvals, decisions).routes());
    routes.addAll(new ApprovalLinks(store.tokens, decisions).routes());
    return routes;
  }

  private void logged(int lines, int dropped) {
    store.logMetrics.logged(lines, dropped);
    store.signals.logged();
  }

  /** Reads tasks that are added to a batch, which may name tasks that it has. */
  private Growth growth(UUID batchId, InputStream body, SubmissionRules rules) {
    return SubmissionReader.readGrowth(
        body, rules, localIds -> store.growths.members(batchId, localIds));
  }

  /** Starts the run of a tick. */
  UUID start(ScheduleSpec schedule, Ticks.Run run) {
    try {
      return scheduleRuns.start(schedule, run).batchId();
    } catch (ApiException e) {
      throw new Ticks.RefusedException(why(e), e.code() == ErrorCode.TOO_MANY_REQUESTS, e);
    }
  }

  /**
   * Starts the child batch of a task that calls a workflow. The call itself prevents a second one.
   */
  @Override
  public ChildBatches.Start start(DueCall call) {
    var caller = new BatchSpec.Caller(call.task(), call.token().attempt(), call.level());
    try {
      runs.start(
          runs.find(call.caller().workspace(), call.workflow(), call.version()),
          call.inputs() == null ? null : new Json(call.inputs()),
          new Cause(call.caller().actor(), null, Map.of(), Map.of(), caller));
      return new ChildBatches.Start.Done();
    } catch (CallWaitsException e) {
      return new ChildBatches.Start.Done();
    } catch (ApiException e) {
      return e.code() == ErrorCode.TOO_MANY_REQUESTS
          ? new ChildBatches.Start.Later(QUOTA_PAUSE)
          : new ChildBatches.Start.Refused(why(e));
    }
  }

  @Override
  public void stop(Caller caller, UUID batchId) {
    store.stop.stop(caller, batchId);
  }

  @Override
  public void pause(Caller caller, UUID batchId, boolean paused) {
    // A child that is over, or is paused or not as it should be, needs no change.
    store.committer.apply(BatchCommands.pauseCommand(caller.actor(), batchId, paused));
  }

  private static String why(ApiException e) {
    return e.details().isEmpty() ? String.valueOf(e.getMessage()) : String.join("; ", e.details());
  }
}
