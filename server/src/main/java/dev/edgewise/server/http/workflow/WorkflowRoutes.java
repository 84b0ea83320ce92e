package dev.edgewise.server.http.workflow;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.api.RunAnswer;
import dev.edgewise.api.RunRequest;
import dev.edgewise.api.Scope;
import dev.edgewise.api.WorkflowDefinition;
import dev.edgewise.api.WorkflowList;
import dev.edgewise.api.WorkflowVersion;
import dev.edgewise.api.WorkflowView;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.workflow.WorkflowRuns.Cause;
import dev.edgewise.server.http.workflow.WorkflowRuns.Run;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.input.SecretHeaders;
import dev.edgewise.server.store.workflow.Workflows;
import dev.edgewise.server.store.workflow.Workflows.Stored;
import dev.edgewise.server.store.workflow.Workflows.Version;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The routes that store, read and start workflows. */
public final class WorkflowRoutes {
  private final Workflows workflows;
  private final WorkflowRuns runs;

  public WorkflowRoutes(Workflows workflows, WorkflowRuns runs) {
    this.workflows = workflows;
    this.runs = runs;
  }

  public List<Route> routes() {
    return List.of(
        Route.put("/v1/workflows/{name}", "Store a workflow; the same content is the same version")
            .scope(Scope.SUBMIT)
            .operation("putWorkflow")
            .alias(Method.PUT, "/workflow/{name}")
            .takes(WorkflowDefinition.class)
            .answers(200, WorkflowVersion.class)
            .answers(201, WorkflowVersion.class)
            .by(this::put),
        Route.get("/v1/workflows/{name}", "A workflow")
            .scope(Scope.READ)
            .operation("getWorkflow")
            .alias(Method.GET, "/workflow/{name}")
            .query("version", Integer.class, "the newest version when not given")
            .answers(200, WorkflowView.class)
            .fails(ErrorCode.WORKFLOW_NOT_FOUND)
            .by(this::show),
        Route.delete("/v1/workflows/{name}", "Delete a workflow: no more runs; its versions stay")
            .scope(Scope.SUBMIT)
            .operation("deleteWorkflow")
            .answers(204)
            .fails(ErrorCode.WORKFLOW_NOT_FOUND, ErrorCode.WORKFLOW_IN_USE)
            .by(this::delete),
        Route.get("/v1/workflows", "The newest version of each workflow")
            .scope(Scope.READ)
            .operation("listWorkflows")
            .paged()
            .answers(200, WorkflowList.class)
            .by(this::list),
        Route.get("/workflows", "The newest version of each workflow")
            .scope(Scope.READ)
            .operation("listWorkflows")
            .deprecated()
            .answers(200, Route.listOf(WorkflowVersion.class))
            .by(request ->
                Answer.ok(
                    workflows.list(request.workspace(), "", null).stream()
                        .map(WorkflowRoutes::view)
                        .toList())),
        Route.get("/v1/workflows/{name}/versions", "The versions of a workflow, newest first")
            .scope(Scope.READ)
            .operation("listWorkflowVersions")
            .paged()
            .answers(200, WorkflowList.class)
            .fails(ErrorCode.WORKFLOW_NOT_FOUND)
            .by(this::versions),
        Route.post("/v1/workflows/{name}/run", "Start a workflow as a batch with these inputs")
            .scope(Scope.SUBMIT)
            .operation("runWorkflow")
            .alias(Method.POST, "/workflow/{name}/run")
            .takes(RunRequest.class)
            .answers(200, RunAnswer.class)
            .answers(201, RunAnswer.class)
            .fails(ErrorCode.WORKFLOW_NOT_FOUND, ErrorCode.TOO_MANY_REQUESTS)
            .by(this::run));
  }

  private Answer put(Request request) {
    String name = request.path("name");
    ResourceName.check(name);
    Json definition = request.body(Json.class);
    runs.check(name, WorkflowText.read(definition));
    Workflows.Put put =
        workflows.put(request.caller(), name, definition.text(), WorkflowText.hash(definition));
    return Answer.json(put.added() ? 201 : 200, view(put.version()));
  }

  private static WorkflowVersion view(Version version) {
    return new WorkflowVersion(version.name(), version.version(), version.createdAt());
  }

  private Answer show(Request request) {
    Stored found =
        runs.find(
            request.workspace(), request.path("name"), request.queryInt("version").orElse(null));
    Version version = found.version();
    return Answer.ok(
        new WorkflowView(
            version.name(),
            version.version(),
            version.createdAt(),
            new Json(SecretHeaders.maskedWorkflow(found.content()))));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    String after = ListPage.cursor(request, ListPage::storable).orElse("");
    return ListPage.answer(
        workflows.list(request.workspace(), after, limit + 1),
        limit,
        WorkflowRoutes::view,
        version -> ListPage.encode(version.name()),
        WorkflowList::new);
  }

  private Answer versions(Request request) {
    String name = request.path("name");
    int limit = ListPage.limit(request);
    Optional<Integer> before = ListPage.cursor(request, Integer::valueOf);
    List<Version> found =
        JsonText.flaw(name) != null
            ? List.of()
            : workflows.versions(
                request.workspace(), name, before.orElse(Integer.MAX_VALUE), limit + 1);
    if (found.isEmpty() && before.isEmpty()) {
      throw unknown(name);
    }
    return ListPage.answer(
        found,
        limit,
        WorkflowRoutes::view,
        version -> ListPage.encode(Integer.toString(version.version())),
        WorkflowList::new);
  }

  private Answer delete(Request request) {
    String name = request.path("name");
    if (JsonText.flaw(name) != null) {
      throw unknown(name);
    }
    return switch (workflows.delete(request.caller(), name)) {
      case Workflows.Deletion.Deleted _ -> Answer.empty(204);
      case Workflows.Deletion.Unknown _ -> throw unknown(name);
      case Workflows.Deletion.InUse(String schedule) ->
          throw ApiException.of(
              ErrorCode.WORKFLOW_IN_USE,
              "The schedule %s starts it. Delete the schedule first."
                  .formatted(JsonText.quoted(schedule)));
    };
  }

  private static ApiException unknown(String name) {
    return ApiException.of(
        ErrorCode.WORKFLOW_NOT_FOUND, "There is no workflow " + JsonText.quoted(name) + ".");
  }

  private static void checkKey(@Nullable String key) {
    if (key != null && (key.isBlank() || key.length() > Limits.IDEMPOTENCY_KEY_MAX_CHARS)) {
      throw ApiException.invalid(
          List.of(
              "run_key: must have 1 to %d characters".formatted(Limits.IDEMPOTENCY_KEY_MAX_CHARS)));
    }
  }

  private Answer run(Request request) {
    RunRequest asked =
        request.hasBody() ? request.body(RunRequest.class) : new RunRequest(null, null, null, null);
    checkKey(asked.runKey());
    Stored workflow = runs.find(request.workspace(), request.path("name"), asked.version());
    Run run =
        runs.start(
            workflow,
            asked.inputs(),
            new Cause(
                request.principal().actor(),
                asked.runKey(),
                Map.of(),
                asked.labels() == null ? Map.of() : asked.labels(),
                null));
    RunAnswer answer =
        new RunAnswer(run.batchId(), workflow.version().name(), run.version(), run.started());
    return new Answer(
        run.started() ? 201 : 200,
        Map.of("X-Batch-ID", run.batchId().toString()),
        new Answer.Value(answer));
  }
}
