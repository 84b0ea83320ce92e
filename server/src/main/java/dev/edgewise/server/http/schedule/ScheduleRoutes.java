package dev.edgewise.server.http.schedule;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.ScheduleDefinition;
import dev.edgewise.api.ScheduleList;
import dev.edgewise.api.ScheduleOverlap;
import dev.edgewise.api.ScheduleView;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Method;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.http.workflow.ResourceName;
import dev.edgewise.server.http.workflow.WorkflowRuns;
import dev.edgewise.server.input.JsonText;
import dev.edgewise.server.store.schedule.ScheduleSpec;
import dev.edgewise.server.store.schedule.Scheduled;
import dev.edgewise.server.store.schedule.Schedules;
import dev.edgewise.server.store.workflow.Workflows.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The routes that store, read, pause, resume and delete schedules. */
public final class ScheduleRoutes {
  private static final int NEXT_RUNS = 5;

  private final Schedules schedules;
  private final WorkflowRuns runs;

  public ScheduleRoutes(Schedules schedules, WorkflowRuns runs) {
    this.schedules = schedules;
    this.runs = runs;
  }

  public List<Route> routes() {
    return List.of(
        Route.put(
                "/v1/schedules/{name}",
                "Store a schedule, which starts a workflow by cron or at an interval")
            .scope(Scope.OPERATE)
            .operation("putSchedule")
            .alias(Method.PUT, "/schedule/{name}")
            .takes(ScheduleDefinition.class)
            .answers(200, ScheduleView.class)
            .answers(201, ScheduleView.class)
            .by(this::put),
        Route.get("/v1/schedules/{name}", "A schedule with its next runs")
            .scope(Scope.READ)
            .operation("getSchedule")
            .alias(Method.GET, "/schedule/{name}")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> Answer.ok(view(request.workspace(), request.path("name")))),
        Route.get("/v1/schedules", "All schedules")
            .scope(Scope.READ)
            .operation("listSchedules")
            .paged()
            .answers(200, ScheduleList.class)
            .by(this::list),
        Route.get("/schedules", "All schedules")
            .scope(Scope.READ)
            .operation("listSchedules")
            .deprecated()
            .answers(200, Route.listOf(ScheduleView.class))
            .by(request ->
                Answer.ok(
                    schedules.list(request.workspace(), "", null).stream()
                        .map(ScheduleRoutes::view)
                        .toList())),
        Route.post("/v1/schedules/{name}/pause", "Pause a schedule")
            .scope(Scope.OPERATE)
            .operation("pauseSchedule")
            .alias(Method.POST, "/schedule/{name}/pause")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> pause(request, true)),
        Route.post("/v1/schedules/{name}/resume", "Resume a schedule with its next tick")
            .scope(Scope.OPERATE)
            .operation("resumeSchedule")
            .alias(Method.POST, "/schedule/{name}/resume")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> pause(request, false)),
        Route.delete("/v1/schedules/{name}", "Delete a schedule; its runs continue")
            .scope(Scope.OPERATE)
            .operation("deleteSchedule")
            .alias(Method.DELETE, "/schedule/{name}")
            .answers(204)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(this::delete));
  }

  private Answer list(Request request) {
    int limit = ListPage.limit(request);
    String after = ListPage.cursor(request, ListPage::storable).orElse("");
    return ListPage.answer(
        schedules.list(request.workspace(), after, limit + 1),
        limit,
        ScheduleRoutes::view,
        schedule -> ListPage.encode(schedule.spec().name()),
        ScheduleList::new);
  }

  private Answer put(Request request) {
    String name = request.path("name");
    ResourceName.check(name);
    ScheduleDefinition definition = request.body(ScheduleDefinition.class);
    ScheduleSpec spec = ScheduleReader.read(request.workspace(), name, definition);
    WorkflowRuns.checkInputs(workflow(request.workspace(), definition), definition.inputs());
    boolean created = schedules.put(request.caller(), spec);
    return Answer.json(created ? 201 : 200, view(request.workspace(), name));
  }

  private Stored workflow(Workspace workspace, ScheduleDefinition definition) {
    Integer version = definition.version();
    try {
      return runs.find(workspace, definition.workflow(), version);
    } catch (ApiException e) {
      throw ApiException.invalid(
          List.of(
              "workflow: there is none named "
                  + JsonText.quoted(definition.workflow())
                  + (version == null ? "" : " of version " + version)));
    }
  }

  private Answer pause(Request request, boolean paused) {
    String name = request.path("name");
    schedules.pause(request.caller(), name, paused);
    return Answer.ok(view(request.workspace(), name));
  }

  private Answer delete(Request request) {
    String name = request.path("name");
    if (!schedules.delete(request.caller(), name)) {
      throw unknown(name);
    }
    return Answer.empty(204);
  }

  static ApiException unknown(String name) {
    return ApiException.of(
        ErrorCode.SCHEDULE_NOT_FOUND, "There is no schedule " + JsonText.quoted(name) + ".");
  }

  private ScheduleView view(Workspace workspace, String name) {
    return schedules
        .find(workspace, name)
        .map(ScheduleRoutes::view)
        .orElseThrow(() -> unknown(name));
  }

  private static ScheduleView view(Scheduled schedule) {
    ScheduleSpec spec = schedule.spec();
    ScheduleDefinition given = Wire.read(spec.definition(), ScheduleDefinition.class);
    return new ScheduleView(
        spec.name(),
        spec.workflow(),
        given.version(),
        given.inputs(),
        given.cron(),
        given.interval(),
        spec.zone().getId(),
        given.jitter(),
        Objects.requireNonNullElse(given.overlap(), ScheduleOverlap.SKIP),
        given.catchUp(),
        given.labels() == null ? Map.of() : given.labels(),
        schedule.paused(),
        schedule.paused() ? List.of() : nextRuns(schedule),
        schedule.lastTick(),
        schedule.lastBatch(),
        schedule.lastError(),
        schedule.createdAt(),
        schedule.updatedAt());
  }

  private static List<Instant> nextRuns(Scheduled schedule) {
    List<Instant> next = new ArrayList<>();
    Optional<Instant> tick = Optional.ofNullable(schedule.nextTick());
    while (tick.isPresent() && next.size() < NEXT_RUNS) {
      next.add(tick.get());
      tick = schedule.cadence().after(tick.get());
    }
    return next;
  }
}
