package dev.edgewise.server.store.schedule;

import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.schedule.Ticks.RefusedException;
import dev.edgewise.server.store.schedule.Ticks.Run;
import dev.edgewise.server.store.schedule.Ticks.Starter;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Starts the ticks of backfills, as many at a time as each may have. A server that dies between a
 * start and its record leaves the tick due; the server that tries again finds the run by its key.
 */
public final class BackfillTicks {
  /** How many ticks of one backfill are started before another one gets its turn. */
  private static final int AT_ONCE = 20;

  /** How often a backfill looks whether its runs have ended. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** How long a backfill waits when its workspace may start nothing now. */
  private static final Duration QUOTA_PAUSE = Duration.ofSeconds(5);

  /** A server that has not recorded its starts by then is taken for dead. */
  private static final Duration START_TIME = Duration.ofSeconds(30);

  private final Schedules schedules;
  private final Starter starter;

  public BackfillTicks(Schedules schedules, Starter starter) {
    this.schedules = schedules;
    this.starter = starter;
  }

  /** What a look at a backfill did. */
  public record Looked(UUID backfill, String schedule, int started, int failed) {}

  private record DueTick(long id, Instant at, boolean again) {}

  private record Turn(Backfill backfill, List<Start> starts) {}

  private record Start(ScheduleSpec schedule, DueTick tick) {}

  /** Looks at one backfill whose time has come; empty when there is none. */
  public Optional<Looked> next() {
    return schedules.database().engine().inTransaction(this::look).map(this::start);
  }

  private Optional<Turn> look(Handle handle) {
    Instant now = schedules.now(handle);
    Optional<Backfill> found =
        handle
            .createQuery(Sql.named("backfill/due"))
            .bind("now", Timestamp.from(now))
            .map((row, _) -> Backfill.read(row))
            .findOne();
    return found.map(backfill -> turn(handle, backfill, now));
  }

  private static Turn turn(Handle handle, Backfill backfill, Instant now) {
    ScheduleSpec schedule =
        Schedules.find(handle, backfill.workspace(), backfill.schedule(), false)
            .map(Scheduled::spec)
            .orElse(null);
    int running =
        handle
            .createQuery(Sql.named("backfill/running"))
            .bind("backfill", backfill.id())
            .mapTo(Integer.class)
            .one();
    int room = Math.min(AT_ONCE, backfill.maxParallel() - running);
    List<DueTick> ticks =
        handle
            .createQuery(Sql.named("backfill/next"))
            .bind("backfill", backfill.id())
            .bind("limit", Math.max(1, room))
            .map((row, _) ->
                new DueTick(
                    row.getLong("tick_id"),
                    row.getTimestamp("tick_at").toInstant(),
                    row.getBoolean("again")))
            .list();
    if (ticks.isEmpty() || schedule == null) {
      Backfills.end(
          handle,
          backfill.workspace(),
          backfill.id(),
          null,
          ticks.isEmpty() ? Backfill.State.DONE : Backfill.State.CANCELED,
          now);
      return new Turn(backfill, List.of());
    }
    wait(handle, backfill, now.plus(room > 0 ? START_TIME : LOOK_AGAIN));
    return new Turn(
        backfill,
        room > 0 ? ticks.stream().map(tick -> new Start(schedule, tick)).toList() : List.of());
  }

  private static void wait(Handle handle, Backfill backfill, Instant moment) {
    handle
        .createUpdate(Sql.named("backfill/look"))
        .bind("backfill", backfill.id())
        .bind("look_at", Timestamp.from(moment))
        .execute();
  }

  /** Starts ticks with no lock held. */
  private Looked start(Turn turn) {
    int started = 0;
    int failed = 0;
    Duration pause = Duration.ZERO;
    for (Start start : turn.starts()) {
      DueTick tick = start.tick();
      UUID batch = null;
      String error = null;
      try {
        batch = starter.start(start.schedule(), run(turn.backfill(), tick));
        started++;
      } catch (RefusedException e) {
        if (e.isPassing()) {
          pause = QUOTA_PAUSE;
          break;
        }
        error = e.getMessage();
        failed++;
      }
      decided(tick, batch, error);
    }
    if (!turn.starts().isEmpty()) {
      Duration wait = pause;
      schedules
          .database()
          .engine()
          .useTransaction(
              handle -> wait(handle, turn.backfill(), schedules.now(handle).plus(wait)));
    }
    return new Looked(turn.backfill().id(), turn.backfill().schedule(), started, failed);
  }

  private static Run run(Backfill backfill, DueTick tick) {
    return tick.again()
        ? Run.again(backfill.schedule(), tick.at(), backfill.id())
        : Run.of(backfill.schedule(), tick.at());
  }

  private void decided(DueTick tick, @Nullable UUID batch, @Nullable String error) {
    schedules
        .database()
        .engine()
        .useTransaction(handle ->
            handle
                .createUpdate(Sql.named("backfill/decided"))
                .bind("tick", tick.id())
                .bind(
                    "state",
                    TickLog.word(error == null ? TickLog.State.STARTED : TickLog.State.FAILED))
                .bind("batch", batch)
                .bind("reason", error)
                .bind("running", batch != null)
                .bind("now", Timestamp.from(schedules.now(handle)))
                .execute());
  }
}
