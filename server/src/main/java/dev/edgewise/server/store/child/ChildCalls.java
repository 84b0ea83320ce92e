package dev.edgewise.server.store.child;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The calls of workflows that need attention, each given to one server at a time. */
public final class ChildCalls {
  private static final Duration GRACE = Duration.ofSeconds(30);

  /** The most that one look finds; a full one is worth another. */
  public static final int MAX_AT_ONCE = 100;

  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public ChildCalls(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** Takes calls that are due. No other server looks at them until a grace period is over. */
  public List<DueCall> due() {
    return database
        .engine()
        .inTransaction(handle ->
            handle
                .createQuery(Sql.named("call/due"))
                .bind("now", Timestamp.from(now(handle)))
                .bind("grace", GRACE.toString())
                .bind("max", MAX_AT_ONCE)
                .bind("max_result", Limits.RESULT_MAX_BYTES)
                .map((row, _) -> DueCall.read(row))
                .list());
  }

  /** Leaves a call alone until something about it changes, unless that has happened since. */
  public void settle(DueCall call) {
    again(call, null);
  }

  /** Has a call looked at again after a pause, unless something about it has changed since. */
  public void postpone(DueCall call, Duration pause) {
    again(call, pause);
  }

  private void again(DueCall call, @Nullable Duration pause) {
    database
        .engine()
        .useHandle(handle ->
            handle
                .createUpdate(Sql.named("call/again"))
                .bind("batch", call.task().batchId())
                .bind("no", call.task().no())
                .bind("attempt", call.token().attempt())
                .bind("seen", Timestamp.from(call.lookAt()))
                .bind("due_at", pause == null ? null : Timestamp.from(now(handle).plus(pause)))
                .execute());
  }

  /**
   * Makes a new batch the child of the call that it is submitted for, in the transaction of the
   * submission. Returns false if the attempt is over or paused, already has a child, or has to wait
   * until fewer items of its spread run.
   */
  public static boolean begin(Handle handle, BatchSpec.Caller caller, UUID child) {
    handle
        .createQuery(Sql.named("call/lock_spread"))
        .bind("batch", caller.task().batchId())
        .bind("no", caller.task().no())
        .bind("attempt", caller.attempt())
        .mapToMap()
        .list();
    return handle
        .createQuery(Sql.named("call/start"))
        .bind("batch", caller.task().batchId())
        .bind("no", caller.task().no())
        .bind("attempt", caller.attempt())
        .bind("child", child)
        .mapTo(Boolean.class)
        .findOne()
        .orElse(false);
  }

  /** How long no call will be due; empty when none waits for its time. */
  public Optional<Duration> untilNext() {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("call/next"))
                .mapTo(Instant.class)
                .findOne()
                .map(next -> Duration.between(now(handle), next))
                .map(left -> left.isNegative() ? Duration.ZERO : left));
  }

  private Instant now(Handle handle) {
    return DatabaseTime.now(handle).plus(skew.get());
  }
}
