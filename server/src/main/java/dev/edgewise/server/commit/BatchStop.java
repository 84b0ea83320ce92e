package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Journal.Call;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Reason;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Trigger;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.apply.RareWrites;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import dev.edgewise.server.store.graph.BatchLocks;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/**
 * Stops a batch: every live task is canceled. All of them end the same way, so this needs no
 * cascade and is one statement however large the batch is; only edges to and from other batches are
 * settled by the ordinary rules.
 */
public final class BatchStop {
  private final Database database;
  private final Committer committer;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public BatchStop(Database database, Committer committer, Supplier<Duration> skew) {
    this.database = database;
    this.committer = committer;
    this.skew = skew;
  }

  /** How many tasks were canceled, by the state they were in, and how many had already ended. */
  public record Stopped(
      int waiting,
      int pending,
      int claimed,
      int running,
      int paused,
      int retryPending,
      int alreadyTerminal) {

    /** How many were canceled. */
    int canceled() {
      return waiting + pending + claimed + running + paused + retryPending;
    }
  }

  private record Live(Stopped counts, List<Executing> executing) {}

  private record Executing(int no, int attempt) {}

  /** Stops a batch; empty when there is none of that id. */
  public Optional<Stopped> stop(Caller caller, UUID batchId) {
    record Done(Optional<Stopped> stopped, Runnable wake) {}
    Done done =
        committer.withEffort(effort ->
            Transactions.retrying(
                database.reader(),
                handle -> {
                  BatchLocks locks = BatchLocks.take(handle, List.of(batchId));
                  if (!locks.contains(batchId)) {
                    return new Done(Optional.empty(), () -> {});
                  }
                  Instant now = locks.now().plus(skew.get());
                  // Waits for claims that are under way; after it no task of this batch is
                  // claimed.
                  handle.createUpdate(Sql.named("queue/clear")).bind("batch", batchId).execute();
                  // Calls that are answered from now on come too late: their lines would follow the
                  // end.
                  handle
                      .createQuery(Sql.named("task/hold_called"))
                      .bind("batch", batchId)
                      .mapToMap()
                      .one();
                  List<Command> around = foreignParents(handle, batchId);
                  Live live = cancel(handle, caller, batchId, now);
                  AuditTrail.add(
                      handle,
                      List.of(new AuditEntry(caller, AuditAction.BATCH_STOP, batchId.toString())),
                      now);
                  int calls = oweCancelCalls(handle, batchId, live.executing(), now);
                  around.addAll(foreignChildren(handle, batchId));
                  Runnable wake = committer.within(handle, around, effort);
                  return new Done(
                      Optional.of(live.counts()),
                      () -> {
                        committer.measured(Tally.canceled(live.counts().canceled()));
                        // The batch may have called others, or have been called.
                        committer.signals().committed(Set.of(), true, calls > 0, true);
                        wake.run();
                      });
                }));
    done.wake().run();
    return done.stopped();
  }

  private static Live cancel(Handle handle, Caller caller, UUID batchId, Instant now) {
    int ended =
        handle
            .createQuery(Sql.named("batch/ended"))
            .bind("batch", batchId)
            .mapTo(Integer.class)
            .one();
    return handle
        .createQuery(Sql.named("batch/stop"))
        .bind("batch", batchId)
        .bind("reason", Reason.BATCH_STOPPED.text())
        .bind("actor", caller.actor())
        .bind("row_entries", Journal.ROW_MAX_ENTRIES)
        .bind("now", Timestamp.from(now))
        .map((row, _) -> new Live(counts(row, ended), executing(row)))
        .one();
  }

  private static Stopped counts(ResultSet row, int ended) throws SQLException {
    return new Stopped(
        row.getInt("waiting"),
        row.getInt("pending"),
        row.getInt("claimed"),
        row.getInt("running"),
        row.getInt("paused"),
        row.getInt("retry_pending"),
        ended);
  }

  private static List<Executing> executing(ResultSet row) throws SQLException {
    Array nos = row.getArray("executing");
    if (nos == null) {
      return List.of();
    }
    Integer[] numbers = (Integer[]) nos.getArray();
    Integer[] attempts = (Integer[]) row.getArray("executing_attempts").getArray();
    List<Executing> executing = new ArrayList<>(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      executing.add(new Executing(numbers[i], attempts[i]));
    }
    return executing;
  }

  private static int oweCancelCalls(
      Handle handle, UUID batchId, List<Executing> executing, Instant now) {
    List<Call> calls = new ArrayList<>(executing.size());
    for (Executing each : executing) {
      calls.add(new Call(new TaskKey(batchId, each.no()), Trigger.CANCEL, each.attempt()));
    }
    return new RareWrites(handle, now).owe(calls);
  }

  /** The live tasks of other batches that lose children. */
  private static List<Command> foreignParents(Handle handle, UUID batchId) {
    return new ArrayList<Command>(
        handle
            .createQuery(Sql.named("foreign_edge/live_parents"))
            .bind("batch", batchId)
            .map((row, _) ->
                new Command.ChildrenEnded(
                    new TaskKey(row.getObject("parent_batch", UUID.class), row.getInt("parent")),
                    row.getInt("count"),
                    row.getBoolean("climbs")))
            .list());
  }

  /** The tasks of other batches that wait for one of this batch's. */
  private static List<Command> foreignChildren(Handle handle, UUID batchId) {
    return new ArrayList<Command>(
        handle
            .createQuery(Sql.named("foreign_edge/open_children"))
            .bind("batch", batchId)
            .map((row, _) ->
                new Command.Admit(new TaskKey(row.getObject(1, UUID.class), row.getInt(2))))
            .list());
  }
}
