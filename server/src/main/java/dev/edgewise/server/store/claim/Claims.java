package dev.edgewise.server.store.claim;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.graph.TaskBrief;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Claims ready tasks from the queue for the dispatcher and for workers. */
public final class Claims {
  private final Database database;
  private final Supplier<Duration> skew;
  private final RunningLimits limits;
  private volatile Consumer<Duration> waits = _ -> {};
  private volatile Consumer<Duration> alarm = _ -> {};

  /** What was taken, and whether there may be more. */
  public record Taken(List<Claimed> tasks, boolean more) {}

  /** What one statement took, and whether it took nothing because rules have to be asked. */
  private record Unruled(Taken taken, boolean asksRules) {}

  /**
   * @param limits of workspaces that bound how many tasks run
   * @param skew added to the database's clock; zero outside tests
   */
  public Claims(Database database, Supplier<Duration> skew, RunningLimits limits) {
    this.limits = limits;
    this.database = database;
    this.skew = skew;
  }

  /** Tells from now on how long each claimed task had been ready. */
  public void measure(Consumer<Duration> waits) {
    this.waits = waits;
  }

  /**
   * Tells from now on, after each claim that leaves tasks waiting for tokens of rates, in what time
   * the first of them may start.
   */
  public void alarm(Consumer<Duration> alarm) {
    this.alarm = alarm;
  }

  /** Claims what the request has room for and the rules admit; the most urgent first. */
  public List<Claimed> claim(ClaimRequest request) {
    return take(request).tasks();
  }

  /**
   * The same.
   *
   * @param besides is done with the claimed tasks in the same transaction; again when that starts
   *     again
   */
  public List<Claimed> claim(ClaimRequest request, BiConsumer<Handle, List<Claimed>> besides) {
    if (!request.hasRoom()) {
      return List.of();
    }
    var due = new AtomicReference<@Nullable Duration>();
    List<Claimed> result =
        Transactions.retrying(
            database.engine(),
            handle -> {
              List<Claimed> claimed = claim(handle, request, due).tasks();
              besides.accept(handle, claimed);
              return claimed;
            });
    sound(due.get());
    return result;
  }

  /**
   * Claims the same and says whether there may be more; with one exchange unless rules have a say.
   */
  public Taken take(ClaimRequest request) {
    if (!request.hasRoom()) {
      return new Taken(List.of(), false);
    }
    var due = new AtomicReference<@Nullable Duration>();
    Taken taken =
        Transactions.retryingUnbegun(database.engine(), handle -> claim(handle, request, due));
    sound(due.get());
    return taken;
  }

  private void sound(@Nullable Duration due) {
    if (due != null) {
      alarm.accept(due);
    }
  }

  /**
   * Claims tasks that have been ready for longer than their timeout, whatever the rules say. The
   * dispatcher fails them, because their host cannot be called.
   */
  public List<Claimed> claimOverdue(ClaimRequest request) {
    return Transactions.retrying(
        database.engine(),
        handle -> {
          var columns = new Columns();
          addRooms(columns, request);
          List<TaskKey> overdue =
              columns
                  .bindTo(handle.createQuery(Sql.named("queue/overdue")))
                  .bind("max", request.max())
                  .bind("now", now(handle))
                  .map((row, _) ->
                      new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")))
                  .list();
          return take(handle, request, overdue);
        });
  }

  private Taken claim(
      Handle handle, ClaimRequest request, AtomicReference<@Nullable Duration> due) {
    Unruled unruled = takeUnruled(handle, request);
    if (!unruled.asksRules()) {
      return unruled.taken();
    }
    Transactions.begin(handle);
    Supplier<Instant> clock = () -> now(handle).toInstant();
    RuledClaim.Verdict verdict = new RuledClaim(handle, request, limits.current(), clock).decide();
    List<Claimed> taken = take(handle, request, List.copyOf(verdict.admitted().keySet()));
    // One that could not be taken has not used the place for which others would be parked.
    if (taken.size() == verdict.admitted().size()) {
      verdict.park(handle);
    }
    due.set(verdict.takeTokens(handle, taken).orElse(null));
    return new Taken(taken, true);
  }

  private Timestamp now(Handle handle) {
    return Timestamp.from(DatabaseTime.now(handle).plus(skew.get()));
  }

  static void addRooms(Columns columns, ClaimRequest request) {
    var lanes = columns.texts("lanes");
    var limits = columns.integers("limits");
    request
        .rooms()
        .forEach((lane, room) -> {
          lanes.add(lane);
          limits.add(Math.min(room, request.max()));
        });
  }

  /** Takes what comes first, unless a rule has a say in some of it. */
  private Unruled takeUnruled(Handle handle, ClaimRequest request) {
    var columns = new Columns();
    addRooms(columns, request);
    columns.keys();
    return take(handle, columns, request, request.max(), false);
  }

  private List<Claimed> take(Handle handle, ClaimRequest request, List<TaskKey> admitted) {
    if (admitted.isEmpty()) {
      return List.of();
    }
    var columns = new Columns();
    columns.texts("lanes");
    columns.integers("limits");
    admitted.forEach(columns.keys()::add);
    return take(handle, columns, request, 0, true).taken().tasks();
  }

  private Unruled take(
      Handle handle, Columns columns, ClaimRequest request, int max, boolean asked) {
    TaskState to = request.worker() ? TaskState.RUNNING : TaskState.CLAIMED;
    List<Claimed> taken = new ArrayList<>();
    boolean[] more = {false};
    boolean asksRules =
        columns
            .bindTo(handle.createQuery(Sql.named("queue/claim")))
            .bind("max", max)
            .bind("asked", asked)
            .bind("limited", Columns.integers(limits.current().keySet()))
            .bind("holder", request.holder())
            .bind("period", request.leaseSecs())
            .bind("status", to.columnName())
            .bind("worker", request.worker())
            .bind("now", now(handle))
            .map((row, _) -> {
              boolean task = row.getString("lane") != null;
              more[0] |= row.getBoolean("more");
              if (task) {
                Token token = new Token(row.getInt("attempt"), row.getInt("claims"));
                Instant leaseUntil = row.getTimestamp("expires_at").toInstant();
                taken.add(Claimed.of(TaskBrief.read(row), token, leaseUntil));
                waits.accept(Duration.ofNanos((long) (row.getDouble("waited") * 1e9)));
              }
              return task;
            })
            .list()
            .contains(false);
    return new Unruled(new Taken(taken, more[0]), asksRules);
  }
}
