package dev.edgewise.server.http.workflow;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import dev.edgewise.api.RunAnswer;
import dev.edgewise.api.RunRequest;
import dev.edgewise.api.Scope;
import dev.edgewise.api.WorkflowDefinition;
import dev.edgewise.api.WorkflowVersion;
import dev.edgewise.api.WorkflowView;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.workflow.WorkflowRuns.Run;
import dev.edgewise.server.input.SecretHeaders;
import dev.edgewise.server.store.workflow.Workflows;
import dev.edgewise.server.store.workflow.Workflows.Stored;
import dev.edgewise.server.store.workflow.Workflows.Version;
import java.util.List;
import java.util.Map;
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
        Route.put("/workflow/{name}", "Store a workflow; the same content is the same version")
            .scope(Scope.SUBMIT)
            .takes(WorkflowDefinition.class)
            .answers(200, WorkflowVersion.class)
            .answers(201, WorkflowVersion.class)
            .by(this::put),
        Route.get("/workflow/{name}", "A workflow")
            .scope(Scope.READ)
            .query("version", Integer.class, "the newest version when not given")
            .answers(200, WorkflowView.class)
            .fails(ErrorCode.WORKFLOW_NOT_FOUND)
            .by(this::show),
        Route.get("/workflows", "The newest version of each workflow")
            .scope(Scope.READ)
            .answers(200, Route.listOf(WorkflowVersion.class))
            .by(request ->
                Answer.ok(
                    workflows.list(request.workspace()).stream()
                        .map(WorkflowRoutes::view)
                        .toList())),
        Route.post("/workflow/{name}/run", "Start a workflow as a batch with these inputs")
            .scope(Scope.SUBMIT)
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

  private static void checkKey(@Nullable String key) {
    if (key != null && (key.isBlank() || key.length() > Limits.IDEMPOTENCY_KEY_MAX_CHARS)) {
      throw ApiException.invalid(
          List.of(
              "run_key: must have 1 to %d characters".formatted(Limits.IDEMPOTENCY_KEY_MAX_CHARS)));
    }
  }

  private Answer run(Request request) {
    RunRequest asked =
        request.hasBody() ? request.body(RunRequest.class) : new RunRequest(null, null, null);
    checkKey(asked.runKey());
    Stored workflow = runs.find(request.workspace(), request.path("name"), asked.version());
    Run run =
        runs.start(request.principal().actor(), workflow, asked.inputs(), asked.runKey(), Map.of());
    RunAnswer answer =
        new RunAnswer(run.batchId(), workflow.version().name(), run.version(), run.started());
    return new Answer(
        run.started() ? 201 : 200,
        Map.of("X-Batch-ID", run.batchId().toString()),
        new Answer.Value(answer));
  }
}
