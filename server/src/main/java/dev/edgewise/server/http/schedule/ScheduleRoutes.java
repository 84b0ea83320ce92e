package dev.edgewise.server.http.schedule;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.ScheduleDefinition;
import dev.edgewise.api.ScheduleOverlap;
import dev.edgewise.api.ScheduleView;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
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
                "/schedule/{name}",
                "Store a schedule, which starts a workflow by cron or at an interval")
            .takes(ScheduleDefinition.class)
            .answers(200, ScheduleView.class)
            .answers(201, ScheduleView.class)
            .by(this::put),
        Route.get("/schedule/{name}", "A schedule with its next runs")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> Answer.ok(view(request.path("name")))),
        Route.get("/schedules", "All schedules")
            .answers(200, Route.listOf(ScheduleView.class))
            .by(_ -> Answer.ok(schedules.list().stream().map(ScheduleRoutes::view).toList())),
        Route.post("/schedule/{name}/pause", "Pause a schedule")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> pause(request, true)),
        Route.post("/schedule/{name}/resume", "Resume a schedule with its next tick")
            .answers(200, ScheduleView.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(request -> pause(request, false)),
        Route.delete("/schedule/{name}", "Delete a schedule; its runs continue")
            .answers(204)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(this::delete));
  }

  private Answer put(Request request) {
    String name = request.path("name");
    ResourceName.check(name);
    ScheduleDefinition definition = request.body(ScheduleDefinition.class);
    ScheduleSpec spec = ScheduleReader.read(name, definition);
    WorkflowRuns.checkInputs(workflow(definition.workflow()), definition.inputs());
    boolean created = schedules.put(spec);
    return Answer.json(created ? 201 : 200, view(name));
  }

  private Stored workflow(String name) {
    try {
      return runs.find(name, null);
    } catch (ApiException e) {
      throw ApiException.invalid(List.of("workflow: there is none named " + JsonText.quoted(name)));
    }
  }

  private Answer pause(Request request, boolean paused) {
    String name = request.path("name");
    schedules.pause(name, paused);
    return Answer.ok(view(name));
  }

  private Answer delete(Request request) {
    String name = request.path("name");
    if (!schedules.delete(name)) {
      throw unknown(name);
    }
    return Answer.empty(204);
  }

  private static ApiException unknown(String name) {
    return ApiException.of(
        ErrorCode.SCHEDULE_NOT_FOUND, "There is no schedule " + JsonText.quoted(name) + ".");
  }

  private ScheduleView view(String name) {
    return schedules.find(name).map(ScheduleRoutes::view).orElseThrow(() -> unknown(name));
  }

  private static ScheduleView view(Scheduled schedule) {
    ScheduleSpec spec = schedule.spec();
    ScheduleDefinition given = Wire.read(spec.definition(), ScheduleDefinition.class);
    return new ScheduleView(
        spec.name(),
        spec.workflow(),
        given.inputs(),
        given.cron(),
        given.interval(),
        spec.zone().getId(),
        given.jitter(),
        Objects.requireNonNullElse(given.overlap(), ScheduleOverlap.SKIP),
        given.catchUp(),
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
