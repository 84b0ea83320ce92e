package dev.edgewise.server.http.schedule;

import dev.edgewise.api.BackfillAnswer;
import dev.edgewise.api.BackfillRequest;
import dev.edgewise.api.BackfillState;
import dev.edgewise.api.BackfillView;
import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Scope;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.http.Answer;
import dev.edgewise.server.http.ApiException;
import dev.edgewise.server.http.Request;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.store.schedule.Backfill;
import dev.edgewise.server.store.schedule.Backfills;
import dev.edgewise.server.store.schedule.Backfills.Counted;
import dev.edgewise.server.store.schedule.Backfills.Wish;
import dev.edgewise.server.store.schedule.Scheduled;
import dev.edgewise.server.store.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The routes that begin, read and cancel backfills. */
public final class BackfillRoutes {
  private final Schedules schedules;
  private final Backfills backfills;

  public BackfillRoutes(Schedules schedules, Backfills backfills) {
    this.schedules = schedules;
    this.backfills = backfills;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/v1/schedules/{name}/backfill", "Start the ticks of a schedule that are over")
            .scope(Scope.OPERATE)
            .operation("backfillSchedule")
            .takes(BackfillRequest.class)
            .answers(202, BackfillAnswer.class)
            .fails(ErrorCode.SCHEDULE_NOT_FOUND, ErrorCode.INVALID_REQUEST)
            .by(this::begin),
        Route.get("/v1/backfills/{id}", "A backfill and how its ticks stand")
            .scope(Scope.READ)
            .operation("getBackfill")
            .answers(200, BackfillView.class)
            .fails(ErrorCode.BACKFILL_NOT_FOUND)
            .by(request -> Answer.ok(view(existing(request)))),
        Route.delete("/v1/backfills/{id}", "Cancel a backfill; the runs that it started continue")
            .scope(Scope.OPERATE)
            .operation("cancelBackfill")
            .answers(204)
            .fails(ErrorCode.BACKFILL_NOT_FOUND)
            .by(this::cancel));
  }

  private Answer begin(Request request) {
    Scheduled schedule = TickRoutes.existing(schedules, request);
    Wish wish = wish(request.body(BackfillRequest.class));
    return switch (backfills.begin(request.caller(), schedule, wish, Limits.BACKFILL_MAX_TICKS)) {
      case Backfills.Answer.Created(UUID id, int ticks) ->
          Answer.json(202, new BackfillAnswer(id, ticks)).header("Location", "/v1/backfills/" + id);
      case Backfills.Answer.InFuture(var now) ->
          throw ApiException.invalid(
              List.of("to: must not be in the future; the server's time is " + now));
      case Backfills.Answer.TooMany _ ->
          throw ApiException.invalid(
              List.of(
                  "to: more than %d ticks are in this time; ask for them in parts"
                      .formatted(Limits.BACKFILL_MAX_TICKS)));
    };
  }

  private static Wish wish(BackfillRequest given) {
    List<String> problems = new ArrayList<>();
    if (!given.from().isBefore(given.to())) {
      problems.add("to: must be later than from");
    }
    Integer parallel = given.maxParallel();
    if (parallel != null && (parallel < 1 || parallel > Limits.BACKFILL_MAX_PARALLEL)) {
      problems.add(
          "max_parallel: must be from 1 to %d, not %d"
              .formatted(Limits.BACKFILL_MAX_PARALLEL, parallel));
    }
    if (!problems.isEmpty()) {
      throw ApiException.invalid(problems);
    }
    return new Wish(
        given.from(),
        given.to(),
        parallel == null ? Limits.BACKFILL_DEFAULT_PARALLEL : parallel,
        given.again() != null && given.again());
  }

  private Answer cancel(Request request) {
    backfills.cancel(request.caller(), existing(request).backfill().id());
    return Answer.empty(204);
  }

  private Counted existing(Request request) {
    UUID id = request.pathUuid("id");
    if (id != null) {
      var found = backfills.find(request.workspace(), id);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw ApiException.of(ErrorCode.BACKFILL_NOT_FOUND, "There is no backfill of this id.");
  }

  private static BackfillView view(Counted counted) {
    Backfill backfill = counted.backfill();
    return new BackfillView(
        backfill.id(),
        backfill.schedule(),
        backfill.from(),
        backfill.to(),
        backfill.maxParallel(),
        backfill.again(),
        BackfillState.valueOf(backfill.state().name()),
        backfill.ticks(),
        counted.started(),
        counted.failed(),
        counted.due(),
        backfill.createdBy(),
        backfill.createdAt(),
        backfill.endedAt());
  }
}
