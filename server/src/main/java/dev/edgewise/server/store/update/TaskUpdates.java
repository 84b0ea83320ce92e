package dev.edgewise.server.store.update;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.database.Transactions;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.FairQueue;
import dev.edgewise.server.store.audit.AuditAction;
import dev.edgewise.server.store.audit.AuditEntry;
import dev.edgewise.server.store.audit.AuditTrail;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Writes changes that move no state. */
public final class TaskUpdates {
  private final Database database;
  private final Supplier<Duration> skew;

  /**
   * @param skew added to the database's clock; zero outside tests
   */
  public TaskUpdates(Database database, Supplier<Duration> skew) {
    this.database = database;
    this.skew = skew;
  }

  /** The state and attempt of a task. */
  public record Standing(TaskState state, int attempt) {}

  /** Where a task stands; empty when there is none. */
  public Optional<Standing> standing(TaskKey task) {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("task/standing"))
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .map((row, _) ->
                    new Standing(
                        TaskState.valueOf(row.getString(1).toUpperCase(Locale.ROOT)),
                        row.getInt(2)))
                .findOne());
  }

  /** Changes a task; false when it has ended or the attempt of the update is not under way. */
  public boolean apply(TaskUpdate update) {
    return apply(update, null);
  }

  /** The same with what an executor says about the attempt; null when it says nothing. */
  public boolean apply(TaskUpdate update, @Nullable Report report) {
    return Transactions.retrying(
        database.engine(),
        handle -> {
          boolean changed = !apply(handle, List.of(update), false, now(handle)).isEmpty();
          if (changed && report != null) {
            Token token = update.token();
            Integer attempt = token == null ? null : token.attempt();
            Reports.write(handle, List.of(new Report.About(update.task(), attempt, report)));
          }
          return changed;
        });
  }

  /** Adds to counters of tasks, also of those that have ended; returns the tasks that exist. */
  public Set<TaskKey> add(List<TaskUpdate> additions) {
    return Transactions.retrying(
        database.engine(), handle -> apply(handle, additions, true, now(handle)));
  }

  private Instant now(Handle handle) {
    return DatabaseTime.now(handle).plus(skew.get());
  }

  /**
   * Changes tasks inside the caller's transaction.
   *
   * @param ended whether tasks that have ended change too
   * @param now the transaction's time
   */
  public static Set<TaskKey> apply(
      Handle handle, List<TaskUpdate> updates, boolean ended, Instant now) {
    var columns = new Columns();
    var named = columns.keys();
    var attempts = columns.integers("attempts");
    var claims = columns.integers("claims");
    var priorities = columns.integers("priorities");
    var metadata = columns.texts("metadata");
    var success = columns.longs("success");
    var failures = columns.longs("failures");
    var expected = columns.longs("expected");
    // Rows are locked in key order, so that two updates never wait for each other.
    for (TaskUpdate update :
        updates.stream().sorted((a, b) -> a.task().compareTo(b.task())).toList()) {
      named.add(update.task());
      Token token = update.token();
      attempts.add(token == null ? null : token.attempt());
      claims.add(token == null ? null : token.claim());
      priorities.add(update.priority());
      metadata.add(update.metadata());
      success.add(update.addSuccess());
      failures.add(update.addFailures());
      expected.add(update.expectedCount());
    }
    if (!ended) {
      mark(
          handle,
          updates.stream()
              .filter(update -> update.metadata() != null)
              .map(update -> update.task().batchId())
              .collect(Collectors.toSet()));
    }
    Set<TaskKey> changed =
        new HashSet<>(
            columns
                .bindTo(handle.createQuery(Sql.named("task/update")))
                .bind("ended", ended)
                .bind("now", Timestamp.from(now))
                .map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2)))
                .list());
    if (updates.stream().anyMatch(update -> update.priority() != null) && FairLanes.used(handle)) {
      reenter(handle, updates, now);
    }
    AuditTrail.add(handle, audits(updates, changed), now);
    return changed;
  }

  /** Gives tasks with a new priority a place among those of that priority. */
  private static void reenter(Handle handle, List<TaskUpdate> updates, Instant now) {
    var columns = new Columns();
    var named = columns.keys();
    updates.stream()
        .filter(update -> update.priority() != null)
        .map(TaskUpdate::task)
        .sorted()
        .forEach(named::add);
    FairQueue entering = new FairQueue();
    columns
        .bindTo(handle.createQuery(Sql.named("fairness/leave")))
        .map((row, _) ->
            Map.entry(
                new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
                row.getString("lane")))
        .list()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(task -> entering.add(task.getKey(), task.getValue()));
    entering.enter(handle, now);
  }

  private static List<AuditEntry> audits(List<TaskUpdate> updates, Set<TaskKey> changed) {
    List<AuditEntry> audits = new ArrayList<>();
    for (TaskUpdate update : updates) {
      String actor = update.actor();
      if (actor != null && changed.contains(update.task())) {
        Caller caller = new Caller(Workspace.of(update.task().batchId()), actor);
        audits.add(new AuditEntry(caller, AuditAction.TASK_UPDATE, update.task().toString()));
      }
    }
    return audits;
  }

  /**
   * Before anything else is locked: what executors have to know of these batches' tasks changes.
   */
  private static void mark(Handle handle, Set<UUID> batches) {
    if (!batches.isEmpty()) {
      handle.createUpdate(Sql.named("batch/mark")).bind("batches", Columns.of(batches)).execute();
    }
  }

  /**
   * Replaces the rules of the live tasks of a kind; empty when there is no such batch.
   *
   * @param rules a JSON array; null for none
   */
  public Optional<Integer> replaceRules(
      Caller caller, UUID batchId, String kind, @Nullable String rules) {
    return database
        .reader()
        .inTransaction(handle -> {
          mark(handle, Set.of(batchId));
          boolean exists =
              handle
                  .createQuery(Sql.named("batch/exists"))
                  .bind("batch", batchId)
                  .mapTo(Boolean.class)
                  .one();
          if (exists) {
            AuditTrail.add(
                handle,
                List.of(new AuditEntry(caller, AuditAction.BATCH_RULES, batchId.toString())),
                DatabaseTime.now(handle));
          }
          return exists
              ? Optional.of(
                  handle
                      .createQuery(Sql.named("task/replace_rules"))
                      .bind("batch", batchId)
                      .bind("kind", kind)
                      .bind("rules", rules)
                      .mapTo(Integer.class)
                      .one())
              : Optional.<Integer>empty();
        });
  }
}
