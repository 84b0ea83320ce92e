package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The backfills of a database, and what is asked of them. */
public final class Backfills {
  private final Schedules schedules;

  public Backfills(Schedules schedules) {
    this.schedules = schedules;
  }

  /** What is asked for. */
  public record Wish(Instant from, Instant to, int maxParallel, boolean again) {}

  /** A backfill and how its ticks stand. */
  public record Counted(Backfill backfill, int started, int failed, int due) {}

  /** What became of a wish. */
  public sealed interface Answer {
    /** It goes on from now on. */
    record Created(UUID id, int ticks) implements Answer {}

    /** Its end is later than now. */
    record InFuture(Instant now) implements Answer {}

    /** It has more ticks than one backfill may have. */
    record TooMany() implements Answer {}
  }

  /**
   * Begins a backfill.
   *
   * @param maxTicks how many ticks the span may have
   */
  public Answer begin(Caller caller, Scheduled schedule, Wish wish, int maxTicks) {
    List<Instant> ticks = ticks(schedule.cadence(), wish, maxTicks + 1);
    if (ticks.size() > maxTicks) {
      return new Answer.TooMany();
    }
    Answer answer =
        schedules
            .database()
            .engine()
            .inTransaction(handle -> insert(handle, caller, schedule.spec(), wish, ticks));
    schedules.wake();
    return answer;
  }

  private static List<Instant> ticks(Cadence cadence, Wish wish, int max) {
    List<Instant> ticks = new ArrayList<>();
    Optional<Instant> tick = cadence.after(wish.from().minusNanos(1));
    while (tick.isPresent() && tick.get().isBefore(wish.to()) && ticks.size() < max) {
      ticks.add(tick.get());
      tick = cadence.after(tick.get());
    }
    return ticks;
  }

  private Answer insert(
      Handle handle, Caller caller, ScheduleSpec schedule, Wish wish, List<Instant> ticks) {
    Instant now = schedules.now(handle);
    if (wish.to().isAfter(now)) {
      return new Answer.InFuture(now);
    }
    UUID id = UUID.randomUUID();
    var columns = new Columns();
    var texts = columns.texts("ticks");
    ticks.forEach(tick -> texts.add(tick.toString()));
    int due =
        columns
            .bindTo(handle.createQuery(Sql.named("backfill/ticks")))
            .bind("workspace", schedule.workspace().number())
            .bind("schedule", schedule.name())
            .bind("backfill", id)
            .bind("again", wish.again())
            .mapTo(Integer.class)
            .one();
    handle
        .createUpdate(Sql.named("backfill/insert"))
        .bind("backfill", id)
        .bind("workspace", schedule.workspace().number())
        .bind("schedule", schedule.name())
        .bind("from", Timestamp.from(wish.from()))
        .bind("to", Timestamp.from(wish.to()))
        .bind("max_parallel", wish.maxParallel())
        .bind("again", wish.again())
        .bind("ticks", due)
        .bind("actor", caller.actor())
        .bind("now", Timestamp.from(now))
        .execute();
    AuditTrail.add(
        handle,
        List.of(new AuditEntry(caller, AuditAction.SCHEDULE_BACKFILL, schedule.name())),
        now);
    return new Answer.Created(id, due);
  }

  /** A backfill of a workspace; empty when there is none of this id. */
  public Optional<Counted> find(Workspace workspace, UUID id) {
    return schedules
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("backfill/find"))
                .bind("workspace", workspace.number())
                .bind("backfill", id)
                .map((row, _) ->
                    new Counted(
                        Backfill.read(row),
                        row.getInt("started"),
                        row.getInt("failed"),
                        row.getInt("due")))
                .findOne());
  }

  /** Starts no more ticks of a backfill. */
  public void cancel(Caller caller, UUID id) {
    schedules
        .database()
        .engine()
        .useTransaction(handle -> {
          Instant now = schedules.now(handle);
          if (end(handle, caller.workspace(), id, null, Backfill.State.CANCELED, now) > 0) {
            AuditTrail.add(
                handle,
                List.of(new AuditEntry(caller, AuditAction.BACKFILL_CANCEL, id.toString())),
                now);
          }
        });
  }

  /**
   * Ends a backfill, or those of a schedule, and returns how many.
   *
   * @param id null for all of the schedule
   * @param schedule null for one backfill
   */
  static int end(
      Handle handle,
      Workspace workspace,
      @Nullable UUID id,
      @Nullable String schedule,
      Backfill.State state,
      Instant now) {
    return handle
        .createQuery(Sql.named("backfill/end"))
        .bind("workspace", workspace.number())
        .bind("backfill", id)
        .bind("schedule", schedule)
        .bind("state", TickLog.word(state))
        .bind("now", Timestamp.from(now))
        .mapTo(Integer.class)
        .one();
  }

  /** How long no backfill has to be looked at. */
  public Optional<Duration> untilNext() {
    return schedules.until("backfill/until_next");
  }
}
