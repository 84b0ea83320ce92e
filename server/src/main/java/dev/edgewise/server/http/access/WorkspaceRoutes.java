package dev.edgewise.server.http.access;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.WorkspaceList;
import dev.edgewise.api.WorkspaceQuotas;
import dev.edgewise.api.WorkspaceView;
import dev.edgewise.server.access.WorkspaceLimits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.workflow.ResourceName;
import dev.edgewise.server.store.access.Quotas;
import dev.edgewise.server.store.access.WorkspaceRow;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.store.access.Workspaces.Position;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes that create, list, limit and delete workspaces. */
public final class WorkspaceRoutes {
  private static final String PATH = "/v1/workspaces/{tenant}/{workspace}";

  private final Workspaces workspaces;
  private final WorkspaceLimits limits;

  public WorkspaceRoutes(Workspaces workspaces, WorkspaceLimits limits) {
    this.workspaces = workspaces;
    this.limits = limits;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/v1/workspaces", "All workspaces")
            .scope(Scope.ADMIN)
            .operation("listWorkspaces")
            .paged()
            .answers(200, WorkspaceList.class)
            .by(this::list),
        Route.get(PATH, "A workspace with its quotas")
            .scope(Scope.ADMIN)
            .operation("getWorkspace")
            .answers(200, WorkspaceView.class)
            .fails(ErrorCode.WORKSPACE_NOT_FOUND)
            .by(request -> Answer.ok(view(found(request)))),
        Route.put(PATH, "Create a workspace, or replace its quotas")
            .scope(Scope.ADMIN)
            .operation("putWorkspace")
            .takes(WorkspaceQuotas.class)
            .answers(200, WorkspaceView.class)
            .answers(201, WorkspaceView.class)
            .by(this::put),
        Route.delete(PATH, "Delete a workspace in which nothing is left")
            .scope(Scope.ADMIN)
            .operation("deleteWorkspace")
            .answers(204)
            .fails(ErrorCode.WORKSPACE_NOT_FOUND, ErrorCode.WORKSPACE_NOT_EMPTY)
            .by(this::delete));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    Position after = ListPage.cursor(request, WorkspaceRoutes::position).orElse(null);
    List<WorkspaceRow> rows = workspaces.list(after, limit + 1);
    return ListPage.answer(
        rows, limit, WorkspaceRoutes::view, WorkspaceRoutes::cursor, WorkspaceList::new);
  }

  private static String cursor(WorkspaceRow row) {
    return ListPage.encode(row.tenant() + "/" + row.name());
  }

  private static Position position(String text) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException();
    }
    return new Position(text.substring(0, slash), text.substring(slash + 1));
  }

  private WorkspaceRow found(Request request) {
    String tenant = request.path("tenant");
    String name = request.path("workspace");
    return workspaces.find(tenant, name).orElseThrow(() -> unknown(tenant, name));
  }

  private Answer put(Request request) {
    String tenant = request.path("tenant");
    String name = request.path("workspace");
    ResourceName.check(tenant);
    ResourceName.check(name);
    Quotas quotas = quotas(request);
    boolean created = workspaces.put(request.caller(), tenant, name, quotas);
    limits.forget();
    return Answer.json(created ? 201 : 200, view(found(request)));
  }

  private static Quotas quotas(Request request) {
    WorkspaceQuotas given =
        request.hasBody()
            ? request.body(WorkspaceQuotas.class)
            : new WorkspaceQuotas(null, null, null);
    List<String> problems = new ArrayList<>();
    notNegative(problems, "max_queued", given.maxQueued());
    notNegative(problems, "max_running", given.maxRunning());
    notNegative(problems, "submissions_per_minute", given.submissionsPerMinute());
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    return new Quotas(given.maxQueued(), given.maxRunning(), given.submissionsPerMinute());
  }

  private static void notNegative(List<String> problems, String field, @Nullable Number value) {
    if (value != null && value.longValue() < 0) {
      problems.add(field + ": must not be negative");
    }
  }

  private Answer delete(Request request) {
    String tenant = request.path("tenant");
    String name = request.path("workspace");
    return switch (workspaces.delete(request.caller(), tenant, name)) {
      case DELETED -> Answer.empty(204);
      case UNKNOWN -> throw unknown(tenant, name);
      case NOT_EMPTY ->
          throw ApiException.of(
              ErrorCode.WORKSPACE_NOT_EMPTY,
              "It still has batches, workflows, schedules, secrets or valid keys.");
      case DEFAULT ->
          throw ApiException.of(
              ErrorCode.WORKSPACE_NOT_EMPTY, "The default workspace cannot be deleted.");
    };
  }

  private static ApiException unknown(String tenant, String name) {
    return ApiException.of(
        ErrorCode.WORKSPACE_NOT_FOUND, "There is no workspace " + tenant + "/" + name + ".");
  }

  private static WorkspaceView view(WorkspaceRow row) {
    Quotas quotas = row.quotas();
    return new WorkspaceView(
        row.tenant(),
        row.name(),
        quotas.maxQueued(),
        quotas.maxRunning(),
        quotas.submissionsPerMinute(),
        row.queued(),
        row.running(),
        row.createdAt(),
        row.updatedAt());
  }
}
