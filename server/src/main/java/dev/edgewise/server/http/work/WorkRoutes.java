package dev.edgewise.server.http.work;

import dev.edgewise.api.ClaimRequest;
import dev.edgewise.api.ClaimedTask;
import dev.edgewise.api.Completion;
import dev.edgewise.api.CompletionAnswer;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Heartbeat;
import dev.edgewise.api.HeartbeatAnswer;
import dev.edgewise.api.NextAnswer;
import dev.edgewise.api.NextRequest;
import dev.edgewise.api.Scope;
import dev.edgewise.api.SignOfLife;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Route;
import java.util.ArrayList;
import java.util.List;

/** The routes of the worker protocol. */
public final class WorkRoutes {

  private WorkRoutes() {}

  public static List<Route> of(
      WorkClaims claims, WorkCompletions completions, WorkHeartbeats beats, WorkLogs logs) {
    List<Route> routes = new ArrayList<>(protocol(claims, completions, beats));
    routes.addAll(logs.routes());
    return routes;
  }

  private static List<Route> protocol(
      WorkClaims claims, WorkCompletions completions, WorkHeartbeats beats) {
    return List.of(
        Route.post("/v1/work/claim", "Claim tasks; waits up to wait_secs for the first one")
            .scope(Scope.WORK)
            .operation("claimTasks")
            .alias(Method.POST, "/work/claim")
            .takes(ClaimRequest.class)
            .answers(200, Route.listOf(ClaimedTask.class))
            .by(claims),
        Route.post("/v1/work/complete", "Report the ends of attempts")
            .scope(Scope.WORK)
            .operation("completeTasks")
            .alias(Method.POST, "/work/complete")
            .takes(Route.listOf(Completion.class))
            .answers(200, Route.listOf(CompletionAnswer.class))
            .by(completions),
        Route.post("/v1/work/next", "Report the ends of attempts and claim the next tasks")
            .scope(Scope.WORK)
            .operation("completeAndClaim")
            .alias(Method.POST, "/work/next")
            .takes(NextRequest.class)
            .answers(200, NextAnswer.class)
            .by(new WorkNext(claims, completions)),
        Route.post("/v1/work/heartbeat", "Extend leases and learn which tasks to stop")
            .scope(Scope.WORK)
            .operation("heartbeatTasks")
            .alias(Method.POST, "/work/heartbeat")
            .takes(Route.listOf(Heartbeat.class))
            .answers(200, Route.listOf(HeartbeatAnswer.class))
            .by(beats),
        Route.post(
                "/v1/tasks/{id}/heartbeat",
                "Report that work on a task goes on, and learn whether to stop")
            .scopeOrToken(Scope.WORK)
            .operation("heartbeatTask")
            .query("token", String.class, "delivery token of the attempt; required")
            .takes(SignOfLife.class)
            .answers(200, HeartbeatAnswer.class)
            .fails(ErrorCode.TASK_NOT_FOUND)
            .by(beats::one));
  }
}
