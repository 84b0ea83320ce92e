package dev.edgewise.server.store.time;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.FairQueue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * Finds what is due. Each find is given to one server only, for as long as a grace period lasts.
 */
public final class DueWork {
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** The most that one look finds; a full one is worth another. */
  public static final int MAX_AT_ONCE = 1_000;

  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public DueWork(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** Timers that rang: retries to apply, and the lanes of tasks that queued. */
  public record Rung(List<Command> retries, Set<String> lanes, boolean full) {}

  /** Leases that ran out, as commands to apply. */
  public List<Command> expiredLeases() {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("lease/expired"))
                .bind("now", now(handle))
                .bind("grace", GRACE.toString())
                .bind("max", MAX_AT_ONCE)
                .map((row, _) ->
                    (Command)
                        new Command.Expire(
                            new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
                            new Token(row.getInt("attempt"), row.getInt("claims")),
                            row.getBoolean("started"),
                            row.getBoolean("worker")))
                .list());
  }

  /** Timers whose moment has come. */
  public Rung timers() {
    List<Command> retries = new ArrayList<>();
    Set<String> lanes = new LinkedHashSet<>();
    int count =
        database
            .engine()
            .inTransaction(handle -> {
              boolean fairly = FairLanes.used(handle);
              FairQueue entering = new FairQueue();
              Timestamp now = now(handle);
              int found =
                  handle
                      .createQuery(Sql.named("timer/due"))
                      .bind("fairly", fairly)
                      .bind("now", now)
                      .bind("grace", GRACE.toString())
                      .bind("max", MAX_AT_ONCE)
                      .map((row, _) -> {
                        String lane = row.getString("lane");
                        if (lane == null) {
                          return retries.add(new Command.Retry(task(row)));
                        }
                        if (fairly) {
                          entering.add(task(row), lane);
                        }
                        return lanes.add(lane);
                      })
                      .list()
                      .size();
              entering.enter(handle, now.toInstant());
              return found;
            });
    return new Rung(retries, lanes, count == MAX_AT_ONCE);
  }

  /** Learns whether another server has begun to use fairness keys, or none is in use any more. */
  public void learnFairLanes() {
    database.engine().useHandle(FairLanes::learn);
  }

  /** Waits that are due by themselves or have been answered, as commands to apply. */
  public List<Command> waits() {
    return due("wait/due", DueWork::wait);
  }

  private static Command wait(ResultSet row) throws SQLException {
    TaskKey task = task(row);
    Token token = new Token(row.getInt("attempt"), row.getInt("claims"));
    return row.getBoolean("expires")
        ? new Command.Fail(task, token, FailureType.TIMEOUT, Reason.WAIT_TIMEOUT.text(), true)
        : new Command.Succeed(task, token, row.getString("answer"));
  }

  /** Deadlines that have passed, as commands to apply. */
  public List<Command> deadlines() {
    return due(
        "deadline/due",
        row -> {
          TaskKey task = task(row);
          return task.no() == 0 ? new Command.BatchDeadline(task) : new Command.Deadline(task);
        });
  }

  private interface Reading {
    Command of(ResultSet row) throws SQLException;
  }

  private List<Command> due(String statement, Reading reading) {
    return database
        .engine()
        .inTransaction(handle ->
            handle
                .createQuery(Sql.named(statement))
                .bind("now", now(handle))
                .bind("grace", GRACE.toString())
                .bind("max", MAX_AT_ONCE)
                .map((row, _) -> reading.of(row))
                .list());
  }

  private static TaskKey task(ResultSet row) throws SQLException {
    return new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no"));
  }

  /** How long nothing will be due; empty when nothing is waiting for its time. */
  public Optional<Duration> untilNext() {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("timer/next"))
                .bind("now", now(handle))
                .map((row, _) -> {
                  double seconds = row.getDouble("seconds");
                  return row.wasNull()
                      ? Optional.<Duration>empty()
                      : Optional.of(
                          Duration.ofMillis(Math.max(0, (long) Math.ceil(seconds * 1000))));
                })
                .one());
  }

  private Timestamp now(Handle handle) {
    return Timestamp.from(DatabaseTime.now(handle).plus(skew.get()));
  }
}
