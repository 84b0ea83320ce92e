package dev.edgewise.server.http.schedule;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.api.TickCause;
import dev.edgewise.api.TickList;
import dev.edgewise.api.TickState;
import dev.edgewise.api.TickView;
import dev.edgewise.api.TriggerAnswer;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.ListPage;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.http.workflow.WorkflowRuns;
import dev.edgewise.server.store.schedule.Scheduled;
import dev.edgewise.server.store.schedule.Schedules;
import dev.edgewise.server.store.schedule.TickLog;
import dev.edgewise.server.store.schedule.TickLog.Cause;
import dev.edgewise.server.store.schedule.TickLog.Decision;
import dev.edgewise.server.store.schedule.TickLog.Position;
import dev.edgewise.server.store.schedule.TickLog.State;
import dev.edgewise.server.store.schedule.Ticks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The routes that list what has become of ticks, and that start a schedule's workflow now. */
public final class TickRoutes {
  private static final String KEY_HEADER = "Idempotency-Key";

  private final Schedules schedules;
  private final TickLog log;
  private final ScheduleRuns runs;

  public TickRoutes(Schedules schedules, TickLog log, ScheduleRuns runs) {
    this.schedules = schedules;
    this.log = log;
    this.runs = runs;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/v1/schedules/{name}/ticks", "What became of the ticks, the latest first")
            .scope(Scope.READ)
            .operation("listTicks")
            .paged()
            .answers(200, TickList.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND)
            .by(this::list),
        Route.post("/v1/schedules/{name}/trigger", "Start the workflow of a schedule now")
            .scope(Scope.OPERATE)
            .operation("triggerSchedule")
            .header(
                KEY_HEADER,
                String.class,
                "makes the request idempotent: the same key gets the first run")
            .answers(201, TriggerAnswer.class)
            .fails(
                ErrorCode.SCHEDULE_NOT_FOUND,
                ErrorCode.WORKFLOW_NOT_FOUND,
                ErrorCode.TOO_MANY_REQUESTS)
            .by(this::trigger));
  }

  private Answer list(Request request) {
    Scheduled schedule = existing(schedules, request);
    int limit = ListPage.limit(request);
    Position before = ListPage.cursor(request, TickRoutes::position).orElse(null);
    return ListPage.answer(
        log.list(request.workspace(), schedule.spec().name(), before, limit + 1),
        limit,
        TickRoutes::view,
        row -> ListPage.encode(row.position().tick() + " " + row.position().id()),
        TickList::new);
  }

  private static Position position(String text) {
    String[] parts = text.split(" ", 2);
    return new Position(Instant.parse(parts[0]), Long.parseLong(parts[parts.length - 1]));
  }

  private static TickView view(TickLog.Row row) {
    Decision decision = row.decision();
    return new TickView(
        row.tick(),
        TickState.valueOf(decision.state().name()),
        decision.batchId(),
        decision.reason(),
        TickCause.valueOf(decision.cause().name()),
        row.backfillId());
  }

  static Scheduled existing(Schedules schedules, Request request) {
    String name = request.path("name");
    return schedules
        .find(request.workspace(), name)
        .orElseThrow(() -> ScheduleRoutes.unknown(name));
  }

  private Answer trigger(Request request) {
    Scheduled schedule = existing(schedules, request);
    Optional<String> key = request.header(KEY_HEADER);
    key.ifPresent(TickRoutes::check);
    Instant now = schedules.triggered(request.caller(), schedule.spec().name());
    Ticks.Run run =
        Ticks.Run.triggered(
            now, key.orElseGet(() -> UUID.randomUUID().toString()), request.principal().actor());
    WorkflowRuns.Run started;
    try {
      started = runs.start(schedule.spec(), run);
    } catch (ApiException e) {
      String why = e.details().isEmpty() ? e.getMessage() : String.join("; ", e.details());
      log.triggered(schedule.spec(), now, new Decision(Cause.TRIGGER, State.FAILED, null, why));
      throw e;
    }
    Instant tick =
        log.triggered(
            schedule.spec(),
            now,
            new Decision(Cause.TRIGGER, State.STARTED, started.batchId(), null));
    return new Answer(
        201,
        Map.of("X-Batch-ID", started.batchId().toString()),
        new Answer.Value(
            new TriggerAnswer(
                started.batchId(), tick, schedule.spec().workflow(), started.version())));
  }

  private static void check(String key) {
    if (key.isBlank() || key.length() > Limits.IDEMPOTENCY_KEY_MAX_CHARS) {
      throw ApiException.invalid(
          List.of(
              KEY_HEADER + ": must have 1 to " + Limits.IDEMPOTENCY_KEY_MAX_CHARS + " characters"));
    }
  }
}
