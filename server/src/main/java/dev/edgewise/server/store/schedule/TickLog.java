package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What has become of the ticks of schedules. */
public final class TickLog {
  private final Database database;

  public TickLog(Database database) {
    this.database = database;
  }

  /** Why a tick was decided. */
  public enum Cause {
    SCHEDULE,
    TRIGGER,
    BACKFILL
  }

  /** What became of a tick. */
  public enum State {
    STARTED,
    SKIPPED,
    FAILED
  }

  /**
   * What became of one tick or of several.
   *
   * @param reason null when they have started
   */
  public record Decision(
      Cause cause, State state, @Nullable UUID batchId, @Nullable String reason) {}

  /**
   * A decided tick.
   *
   * @param backfillId null unless a backfill started it
   */
  public record Row(long id, Instant tick, Decision decision, @Nullable UUID backfillId) {

    /** Its place in the list. */
    public Position position() {
      return new Position(tick, id);
    }
  }

  /** A tick's place in the list, which begins with the latest. */
  public record Position(Instant tick, long id) {}

  static void record(
      Handle handle, ScheduleSpec schedule, List<Instant> ticks, Decision decision, Instant now) {
    var columns = new Columns();
    var texts = columns.texts("ticks");
    ticks.forEach(tick -> texts.add(tick.toString()));
    columns
        .bindTo(handle.createUpdate(Sql.named("schedule_tick/record")))
        .bind("workspace", schedule.workspace().number())
        .bind("schedule", schedule.name())
        .bind("cause", word(decision.cause()))
        .bind("state", word(decision.state()))
        .bind("batch", decision.batchId())
        .bind("reason", decision.reason())
        .bind("now", Timestamp.from(now))
        .execute();
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** Records a run that was asked for, once; returns the moment of its tick. */
  public Instant triggered(ScheduleSpec schedule, Instant tick, Decision decision) {
    return database
        .engine()
        .inTransaction(handle -> {
          Optional<Instant> earlier =
              decision.batchId() == null
                  ? Optional.empty()
                  : handle
                      .createQuery(Sql.named("schedule_tick/of_batch"))
                      .bind("workspace", schedule.workspace().number())
                      .bind("schedule", schedule.name())
                      .bind("batch", decision.batchId())
                      .map((row, _) -> row.getTimestamp(1).toInstant())
                      .findOne();
          if (earlier.isEmpty()) {
            record(handle, schedule, List.of(tick), decision, tick);
          }
          return earlier.orElse(tick);
        });
  }

  /**
   * The decided ticks of a schedule, the latest first.
   *
   * @param before only ticks that come after this one in the list; null for the first page
   */
  public List<Row> list(Workspace workspace, String name, @Nullable Position before, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("schedule_tick/list"))
                .bind("workspace", workspace.number())
                .bind("schedule", name)
                .bind("before_at", before == null ? null : Timestamp.from(before.tick()))
                .bind("before_id", before == null ? null : before.id())
                .bind("limit", limit)
                .map((row, _) ->
                    new Row(
                        row.getLong("tick_id"),
                        row.getTimestamp("tick_at").toInstant(),
                        new Decision(
                            Cause.valueOf(upper(row.getString("cause"))),
                            State.valueOf(upper(row.getString("state"))),
                            row.getObject("batch_id", UUID.class),
                            row.getString("reason")),
                        row.getObject("backfill_id", UUID.class)))
                .list());
  }

  private static String upper(String word) {
    return word.toUpperCase(Locale.ROOT);
  }
}
