package dev.edgewise.server.commit;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.graph.Growth;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.Submissions.Quota;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.graph.BatchLocks;
import dev.edgewise.server.store.submission.BatchInsertion;
import dev.edgewise.server.store.submission.Duplicates;
import dev.edgewise.server.store.submission.ForeignParents;
import dev.edgewise.server.store.submission.Grown;
import dev.edgewise.server.store.submission.Host;
import dev.edgewise.server.store.submission.Host.Member;
import dev.edgewise.server.store.submission.Rows;
import dev.edgewise.server.store.submission.SubmissionKey;
import dev.edgewise.server.store.submission.Submitted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Adds tasks to batches that run.
 *
 * <p>A growth is a submission under the lock of its batch. It writes the new tasks, gives the older
 * ones their new edges, and lets the decider resolve the edges from tasks that have ended. The
 * version of the batch moves with it, so that no server decides with what it remembered (I28).
 */
public final class Growths {
  private final Database database;
  private final Committer committer;
  private final Supplier<Duration> skew;
  private final Quota quota;
  private final int maxTasks;

  /**
   * @param quota asked for each growth
   * @param skew added to the database's clock; zero outside tests
   * @param maxTasks the largest number of tasks in a batch
   */
  public Growths(
      Database database, Committer committer, Supplier<Duration> skew, Quota quota, int maxTasks) {
    this.database = database;
    this.committer = committer;
    this.skew = skew;
    this.quota = quota;
    this.maxTasks = maxTasks;
  }

  /** Finds the tasks of a batch that have these local IDs. */
  public Map<String, Member> members(UUID batchId, Collection<String> localIds) {
    return database.reader().withHandle(handle -> Host.members(handle, batchId, localIds));
  }

  /**
   * Adds tasks to a batch, or answers as the same key was answered before.
   *
   * @param batchId a batch of the caller's workspace
   * @param key the request's Idempotency-Key, null when it has none
   */
  public Grown grow(Caller caller, UUID batchId, Growth growth, @Nullable SubmissionKey key) {
    record Done(Grown grown, Runnable wake) {}
    Done done =
        committer.withEffort(effort ->
            Transactions.retrying(
                database.engine(),
                handle -> {
                  Grown earlier = key == null ? null : key.claim(handle);
                  if (earlier != null) {
                    return new Done(earlier, () -> {});
                  }
                  var addition = new Addition(handle, caller, batchId, growth, effort);
                  Grown grown = addition.add();
                  if (key != null && grown instanceof Grown.Added added) {
                    key.remember(handle, batchId, added, addition.now);
                  }
                  return new Done(grown, addition.wake);
                }));
    done.wake().run();
    return done.grown();
  }

  /** One transaction that adds tasks. */
  private final class Addition {
    private final Handle handle;
    private final Caller caller;
    private final UUID batchId;
    private final Growth growth;
    private final Effort effort;
    private Instant now = Instant.EPOCH;
    private Runnable wake = () -> {};

    private Addition(Handle handle, Caller caller, UUID batchId, Growth growth, Effort effort) {
      this.handle = handle;
      this.caller = caller;
      this.batchId = batchId;
      this.growth = growth;
      this.effort = effort;
    }

    private Grown add() {
      Duplicates duplicates = Duplicates.find(handle, caller.workspace(), growth.tasks());
      BatchLocks locks = lock();
      now = locks.now().plus(skew.get());
      Host host = Host.read(handle, batchId).orElse(null);
      if (host == null) {
        return new Grown.NoBatch();
      }
      if (host.over()) {
        return new Grown.Over(host.state());
      }
      Set<String> taken =
          Host.members(
                  handle,
                  batchId,
                  growth.tasks().stream().map(task -> task.localId()).collect(Collectors.toSet()))
              .keySet();
      if (!taken.isEmpty()) {
        return new Grown.Taken(taken);
      }
      Rows rows = Rows.added(caller.workspace(), host, growth, duplicates);
      Grown.Added added =
          new Grown.Added(
              host.lastNo() + 1, duplicates.existing(growth.tasks(), batchId, host.lastNo()));
      if (rows.isEmpty()) {
        return added;
      }
      if (rows.size() > maxTasks - host.total()) {
        return new Grown.Full(host.total());
      }
      Set<UUID> unknown = ForeignParents.lock(handle, caller.workspace(), rows);
      if (!unknown.isEmpty()) {
        return new Grown.Refused(new Submitted.UnknownParents(unknown));
      }
      Submitted refused = quota.refusal(handle, caller.workspace(), rows.size(), now);
      if (refused != null) {
        return new Grown.Refused(refused);
      }
      BatchInsertion.add(handle, caller.actor(), host, rows, now);
      List<Command> commands = new ArrayList<>(rows.admissions(batchId));
      if (host.paused()) {
        commands.addAll(rows.pauses(batchId));
      }
      Runnable decided = committer.within(handle, commands, effort);
      wake =
          () -> {
            committer.signals().committed(rows.readyLanes(), false, false, rows.setTimers());
            decided.run();
          };
      return added;
    }

    /** Locks the batch together with those of the parents that the request names. */
    private BatchLocks lock() {
      Set<UUID> batches = new HashSet<>(Set.of(batchId));
      for (TaskSpec task : growth.tasks()) {
        for (Dependency dependency : task.dependencies()) {
          if (dependency instanceof Dependency.Foreign(UUID parent, var _)
              && caller.workspace().owns(TaskKey.of(parent).batchId())) {
            batches.add(TaskKey.of(parent).batchId());
          }
        }
      }
      return BatchLocks.take(handle, batches);
    }
  }
}
