package dev.edgewise.server.store.schedule;

import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** The schedules of a database. */
public final class Schedules {
  private final Database database;
  private final Signals signals;
  private final Supplier<Duration> skew;

  /**
   * @param signals tell servers that a tick may be nearer than they know
   * @param skew added to the database's clock; zero outside tests
   */
  public Schedules(Database database, Signals signals, Supplier<Duration> skew) {
    this.database = database;
    this.signals = signals;
    this.skew = skew;
  }

  /**
   * Keeps a schedule; one that is the same as before goes on as it was.
   *
   * @return whether there was none of this name
   */
  public boolean put(Caller caller, ScheduleSpec spec) {
    boolean created =
        database
            .engine()
            .inTransaction(handle -> {
              Optional<Scheduled> before = find(handle, spec.workspace(), spec.name(), true);
              if (before.isEmpty() || !before.get().spec().equals(spec)) {
                Instant now = write(handle, spec);
                audit(handle, caller, AuditAction.SCHEDULE_PUT, spec.name(), now);
              }
              return before.isEmpty();
            });
    wake();
    return created;
  }

  private Instant write(Handle handle, ScheduleSpec spec) {
    Instant now = now(handle);
    var statement =
        handle
            .createUpdate(Sql.named("schedule/put"))
            .bind("workspace", spec.workspace().number())
            .bind("name", spec.name())
            .bind("definition", spec.definition())
            .bind("workflow", spec.workflow())
            .bind("inputs", spec.inputs())
            .bind("cron", spec.cron())
            .bind("interval", spec.interval() == null ? null : spec.interval().toMillis())
            .bind("zone", spec.zone().getId())
            .bind("jitter", spec.jitter().toMillis())
            .bind("overlap", spec.overlap().columnName())
            .bind("catch_up", spec.catchUp().toMillis())
            .bind("now", Timestamp.from(now));
    next(statement, spec, spec.cadence(now).after(now)).execute();
    return now;
  }

  private static void audit(
      Handle handle, Caller caller, AuditAction action, String name, Instant now) {
    AuditTrail.add(handle, List.of(new AuditEntry(caller, action, name)), now);
  }

  /** Binds the tick that comes next. */
  static <T extends SqlStatement<T>> T next(
      T statement, ScheduleSpec spec, Optional<Instant> tick) {
    return statement
        .bind("next_tick", tick.map(Timestamp::from).orElse(null))
        .bind("look_at", tick.map(spec::start).map(Timestamp::from).orElse(null));
  }

  public Optional<Scheduled> find(Workspace workspace, String name) {
    return database.reader().withHandle(handle -> find(handle, workspace, name, false));
  }

  static Optional<Scheduled> find(
      Handle handle, Workspace workspace, String name, boolean locking) {
    return handle
        .createQuery(Sql.named(locking ? "schedule/lock" : "schedule/find"))
        .bind("workspace", workspace.number())
        .bind("name", name)
        .map((row, _) -> Scheduled.read(row))
        .findOne();
  }

  /**
   * The schedules of a workspace, by name.
   *
   * @param after only those whose name follows this one; empty for the first page
   * @param limit null for all
   */
  public List<Scheduled> list(Workspace workspace, String after, @Nullable Integer limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("schedule/list"))
                .bind("workspace", workspace.number())
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> Scheduled.read(row))
                .list());
  }

  /** Deletes a schedule; returns whether there was one. */
  public boolean delete(Caller caller, String name) {
    return database
        .engine()
        .inTransaction(handle -> {
          boolean deleted =
              handle
                      .createUpdate(Sql.named("schedule/delete"))
                      .bind("workspace", caller.workspace().number())
                      .bind("name", name)
                      .execute()
                  > 0;
          if (deleted) {
            Instant now = now(handle);
            Backfills.end(handle, caller.workspace(), null, name, Backfill.State.CANCELED, now);
            handle
                .createUpdate(Sql.named("schedule_tick/delete"))
                .bind("workspace", caller.workspace().number())
                .bind("schedule", name)
                .execute();
            audit(handle, caller, AuditAction.SCHEDULE_DELETE, name, now);
          }
          return deleted;
        });
  }

  /**
   * Pauses a schedule, or lets it go on with the next tick from now; returns whether there is one.
   */
  public boolean pause(Caller caller, String name, boolean paused) {
    boolean found =
        database
            .engine()
            .inTransaction(handle -> {
              Optional<Scheduled> before = find(handle, caller.workspace(), name, true);
              if (before.isPresent() && before.get().paused() != paused) {
                Instant now = now(handle);
                var statement =
                    handle
                        .createUpdate(Sql.named("schedule/pause"))
                        .bind("workspace", caller.workspace().number())
                        .bind("name", name)
                        .bind("paused", paused)
                        .bind("now", Timestamp.from(now));
                next(statement, before.get().spec(), before.get().cadence().after(now)).execute();
                audit(
                    handle,
                    caller,
                    paused ? AuditAction.SCHEDULE_PAUSE : AuditAction.SCHEDULE_RESUME,
                    name,
                    now);
              }
              return before.isPresent();
            });
    wake();
    return found;
  }

  /** Records that somebody asks for a run now, and returns the time. */
  public Instant triggered(Caller caller, String name) {
    return database
        .engine()
        .inTransaction(handle -> {
          Instant now = now(handle);
          audit(handle, caller, AuditAction.SCHEDULE_TRIGGER, name, now);
          return now;
        });
  }

  void wake() {
    signals.committed(Set.of(), false, false, true);
  }

  /** How long no tick is due. */
  public Optional<Duration> untilNext() {
    return until("schedule/until_next");
  }

  /** Reads how many seconds remain, with a statement that knows the time. */
  Optional<Duration> until(String statement) {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named(statement))
                .bind("now", Timestamp.from(now(handle)))
                .mapTo(Double.class)
                .findOne())
        .map(seconds -> Duration.ofMillis(Math.max(0, (long) Math.ceil(seconds * 1000))));
  }

  Instant now(Handle handle) {
    return DatabaseTime.now(handle).plus(skew.get());
  }

  Database database() {
    return database;
  }
}
