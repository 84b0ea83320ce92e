package dev.edgewise.server.http.task;

import dev.edgewise.api.CounterUpdate;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.PatchAnswer;
import dev.edgewise.api.Scope;
import dev.edgewise.api.TaskPatch;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.commit.CounterBuffer;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Handler;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The routes that act on a task. */
public final class TaskCommands {
  private final Committer committer;
  private final CounterBuffer counters;
  private final TaskPatches patches;

  public TaskCommands(Committer committer, CounterBuffer counters, TaskPatches patches) {
    this.committer = committer;
    this.counters = counters;
    this.patches = patches;
  }

  public List<Route> routes() {
    return List.of(
        Route.patch("/v1/tasks/{id}", "Finish or update a task")
            .scopeOrToken(Scope.WORK, Scope.OPERATE)
            .operation("updateTask")
            .alias(Method.PATCH, "/task/{id}")
            .query("token", String.class, "delivery token: the call applies only to this attempt")
            .takes(TaskPatch.class)
            .answers(200, PatchAnswer.class)
            .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(patches),
        Route.post("/v1/tasks/{id}/counters", "Add to a task's counters; stored up to 100 ms later")
            .scopeOrToken(Scope.WORK)
            .operation("addToCounters")
            .alias(Method.PUT, "/task/{id}")
            .query("token", String.class, "part of a webhook's handle; ignored")
            .takes(CounterUpdate.class)
            .answers(202)
            .by(this::count),
        Route.post("/v1/tasks/{id}/cancel", "Cancel a task")
            .scope(Scope.OPERATE)
            .operation("cancelTask")
            .alias(Method.DELETE, "/task/{id}")
            .query("cascade", Boolean.class, "also cancel the descendants that need its success")
            .answers(200, PatchAnswer.class)
            .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
            .by(this::cancel),
        operation(
            Route.post("/v1/tasks/{id}/pause", "Pause a task")
                .scope(Scope.OPERATE)
                .operation("pauseTask")
                .alias(Method.PATCH, "/task/pause/{id}"),
            200,
            Command.Pause::new),
        operation(
            Route.post("/v1/tasks/{id}/resume", "Resume a paused task")
                .scope(Scope.OPERATE)
                .operation("resumeTask")
                .alias(Method.PATCH, "/task/resume/{id}"),
            200,
            Command.Resume::new),
        operation(
            Route.post("/v1/tasks/{id}/rerun", "Run an ended task and its descendants again")
                .scope(Scope.OPERATE)
                .operation("rerunTask")
                .alias(Method.POST, "/task/{id}/rerun"),
            202,
            Command.Rerun::new));
  }

  private Route operation(Route.Draft draft, int status, Function<TaskKey, Command> command) {
    Handler handler =
        request -> {
          TaskKey task = request.task();
          return Answer.json(
              status,
              CommandAnswers.of(task, committer.apply(ordered(request, command.apply(task)))));
        };
    return draft
        .answers(status, PatchAnswer.class)
        .fails(ErrorCode.TASK_NOT_FOUND, ErrorCode.WRONG_STATE)
        .by(handler);
  }

  private Answer cancel(Request request) {
    TaskKey task = request.task();
    boolean cascade = request.queryFlag("cascade").orElse(false);
    return Answer.ok(
        CommandAnswers.of(
            task, committer.apply(ordered(request, new Command.Cancel(task, cascade)))));
  }

  private static Command ordered(Request request, Command command) {
    return new Command.Ordered(request.principal().actor(), command);
  }

  private Answer count(Request request) {
    TaskKey task = request.task();
    CounterUpdate update = request.body(CounterUpdate.class);
    long success = update.newSuccess() == null ? 0 : update.newSuccess();
    long failures = update.newFailures() == null ? 0 : update.newFailures();
    List<String> problems = new ArrayList<>();
    if (success < 0) {
      problems.add("new_success: must not be negative");
    }
    if (failures < 0) {
      problems.add("new_failures: must not be negative");
    }
    if (success == 0 && failures == 0) {
      problems.add("new_success: new_success or new_failures must be at least 1");
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    counters.add(task, success, failures);
    return Answer.empty(202);
  }
}
