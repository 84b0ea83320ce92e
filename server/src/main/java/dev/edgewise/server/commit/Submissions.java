package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.child.ChildCalls;
import dev.edgewise.server.store.submission.BatchIds;
import dev.edgewise.server.store.submission.BatchInsertion;
import dev.edgewise.server.store.submission.Duplicates;
import dev.edgewise.server.store.submission.ForeignParents;
import dev.edgewise.server.store.submission.Rows;
import dev.edgewise.server.store.submission.SubmissionKey;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.submission.Submitted.Created;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Creates batches. */
public final class Submissions {
  private final Database database;
  private final Committer committer;
  private final Supplier<Duration> skew;
  private final Quota quota;
  private final BatchIds ids = new BatchIds(InstantSource.system());

  /** Decides whether a workspace may submit so many tasks now. */
  @FunctionalInterface
  public interface Quota {
    /** A workspace without limits. */
    Quota UNLIMITED = (_, _, _, _) -> null;

    /** Returns null when the submission is admitted. */
    Submitted.@Nullable TooMany refusal(Handle handle, Workspace workspace, int tasks, Instant now);
  }

  /**
   * @param committer decides the tasks that can be decided at once, and wakes the loops
   * @param quota asked for each submission
   * @param skew added to the database's clock; zero outside tests
   */
  public Submissions(Database database, Committer committer, Supplier<Duration> skew, Quota quota) {
    this.quota = quota;
    this.database = database;
    this.committer = committer;
    this.skew = skew;
  }

  /**
   * Creates the batch in the workspace of the caller, or answers as the same key was answered
   * before.
   *
   * @param key the request's Idempotency-Key, null when it has none
   * @param foreseen is told what will have been created if all goes well, once that can be told;
   *     again when the transaction starts again
   */
  public Submitted submit(
      Caller caller, BatchSpec batch, @Nullable SubmissionKey key, Consumer<Created> foreseen) {
    record Done(Submitted submitted, Runnable wake) {}
    Done done =
        committer.withEffort(effort ->
            Transactions.retrying(
                database.engine(),
                handle -> {
                  if (key != null) {
                    Submitted earlier = key.claim(handle, batch);
                    if (earlier != null) {
                      return new Done(earlier, () -> {});
                    }
                  }
                  Insertion insertion = insert(handle, caller, batch, foreseen, effort);
                  if (key != null) {
                    key.remember(handle, insertion.submitted(), now(handle));
                  }
                  return new Done(insertion.submitted(), insertion.wake());
                }));
    done.wake().run();
    return done.submitted();
  }

  /**
   * Says which tasks of a batch exist already, or which parents do not, and creates nothing.
   *
   * @return nothing with the existing tasks, or the unknown parents
   */
  public Submitted foresee(Workspace workspace, BatchSpec batch) {
    return Transactions.retrying(
        database.engine(),
        handle -> {
          Duplicates duplicates = Duplicates.find(handle, workspace, batch.tasks());
          Rows rows = Rows.of(workspace, batch, duplicates);
          Set<UUID> unknown = ForeignParents.lock(handle, workspace, rows);
          return unknown.isEmpty()
              ? new Submitted.Nothing(duplicates.existing(batch.tasks(), ids.next(workspace), 0))
              : new Submitted.UnknownParents(unknown);
        });
  }

  private record Insertion(Submitted submitted, Runnable wake) {}

  private Insertion insert(
      Handle handle, Caller caller, BatchSpec batch, Consumer<Created> foreseen, Effort effort) {
    Workspace workspace = caller.workspace();
    Duplicates duplicates = Duplicates.find(handle, workspace, batch.tasks());
    Rows rows = Rows.of(workspace, batch, duplicates);
    UUID batchId = ids.next(workspace);
    Map<String, UUID> existing = duplicates.existing(batch.tasks(), batchId, 0);
    if (rows.isEmpty()) {
      return new Insertion(new Submitted.Nothing(existing), () -> {});
    }
    Set<UUID> unknown = ForeignParents.lock(handle, workspace, rows);
    if (!unknown.isEmpty()) {
      return new Insertion(new Submitted.UnknownParents(unknown), () -> {});
    }
    Instant now = now(handle);
    Submitted refused = quota.refusal(handle, workspace, rows.size(), now);
    if (refused != null) {
      return new Insertion(refused, () -> {});
    }
    if (batch.caller() != null && !ChildCalls.begin(handle, batch.caller(), batchId)) {
      return new Insertion(new Submitted.CallWaits(), () -> {});
    }
    List<Command> admissions = rows.admissions(batchId);
    Created created =
        new Created(batchId, admissions.isEmpty() ? rows.details(batchId, now) : null, existing);
    foreseen.accept(created);
    BatchInsertion.write(handle, caller.actor(), batchId, batch, rows, now);
    Runnable wake = committer.within(handle, admissions, effort);
    NewBatches newBatches = committer.newBatches(handle);
    boolean untouched = admissions.isEmpty() && !rows.anyTied();
    return new Insertion(
        created,
        () -> {
          newBatches.learn(
              batchId, rows.shapes(batchId, now), () -> rows.briefs(batchId), untouched);
          committer.signals().committed(rows.readyLanes(), false, false, rows.setTimers());
          wake.run();
        });
  }

  private Instant now(Handle handle) {
    return DatabaseTime.now(handle).plus(skew.get());
  }
}
