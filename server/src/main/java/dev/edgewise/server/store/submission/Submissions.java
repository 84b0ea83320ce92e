package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.commit.Command;
import dev.edgewise.server.store.commit.Committer;
import dev.edgewise.server.store.commit.Effort;
import dev.edgewise.server.store.commit.NewBatches;
import dev.edgewise.server.store.read.TaskDetail;
import dev.edgewise.server.store.submission.Rows.Row;
import dev.edgewise.server.store.submission.Submitted.Created;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Creates batches. */
public final class Submissions {
  private final Database database;
  private final Committer committer;
  private final Supplier<Duration> skew;
  private final BatchIds ids = new BatchIds(InstantSource.system());

  /**
   * @param committer decides what can be decided at once, and wakes those who wait for work
   * @param skew added to the database's clock; zero outside tests
   */
  public Submissions(Database database, Committer committer, Supplier<Duration> skew) {
    this.database = database;
    this.committer = committer;
    this.skew = skew;
  }

  /**
   * Creates the batch, or answers as the same key was answered before.
   *
   * @param key the request's Idempotency-Key, null when it has none
   * @param foreseen is told what will have been created if all goes well, once that can be told;
   *     again when the transaction starts again
   */
  public Submitted submit(
      BatchSpec batch, @Nullable SubmissionKey key, Consumer<Created> foreseen) {
    record Done(Submitted submitted, Runnable wake) {}
    Done done =
        committer.withEffort(effort ->
            Transactions.retrying(
                database.engine(),
                handle -> {
                  if (key != null) {
                    Submitted earlier = key.claim(handle);
                    if (earlier != null) {
                      return new Done(earlier, () -> {});
                    }
                  }
                  Insertion insertion = insert(handle, batch, foreseen, effort);
                  if (key != null) {
                    key.remember(handle, insertion.submitted());
                  }
                  return new Done(insertion.submitted(), insertion.wake());
                }));
    done.wake().run();
    return done.submitted();
  }

  /** Writes down what would be stored, for practice. */
  public static List<TaskDetail> drawUp(BatchSpec batch) {
    UUID batchId = new UUID(0, 0);
    Rows rows = Rows.of(batch.tasks(), Duplicates.NONE);
    Definitions.copied(batchId, rows.all(), Instant.EPOCH);
    States.copied(batchId, rows.all(), Instant.EPOCH);
    return rows.details(batchId, Instant.EPOCH);
  }

  private record Insertion(Submitted submitted, Runnable wake) {}

  private Insertion insert(
      Handle handle, BatchSpec batch, Consumer<Created> foreseen, Effort effort) {
    Duplicates duplicates = Duplicates.find(handle, batch.tasks());
    Rows rows = Rows.of(batch.tasks(), duplicates);
    if (rows.all().isEmpty()) {
      return new Insertion(new Submitted.Nothing(), () -> {});
    }
    List<Row> tied = rows.all().stream().filter(row -> !row.foreign.isEmpty()).toList();
    Set<UUID> unknown = ForeignParents.lock(handle, tied);
    if (!unknown.isEmpty()) {
      return new Insertion(new Submitted.UnknownParents(unknown), () -> {});
    }
    UUID batchId = ids.next();
    Instant now = now(handle);
    List<Command> admissions = new ArrayList<>();
    for (Row row : rows.all()) {
      if (row.toAdmit()) {
        admissions.add(new Command.Admit(new TaskKey(batchId, row.no)));
      }
    }
    Created created =
        new Created(batchId, admissions.isEmpty() ? rows.details(batchId, now) : null);
    foreseen.accept(created);
    insertBatch(handle, batchId, batch, rows.all(), now);
    Definitions.copy(handle, batchId, rows.all(), now);
    States.copy(handle, batchId, rows.all(), now);
    ForeignParents.tie(handle, batchId, tied);
    Runnable wake = committer.within(handle, admissions, effort);
    NewBatches newBatches = committer.newBatches(handle);
    List<Row> ready = rows.all().stream().filter(row -> row.state() == TaskState.PENDING).toList();
    Set<String> lanes = ready.stream().map(Row::lane).collect(Collectors.toSet());
    boolean timers = ready.stream().anyMatch(row -> row.spec.startAfter() != null);
    return new Insertion(
        created,
        () -> {
          newBatches.learn(
              batchId,
              rows.shapes(batchId, now),
              () -> rows.briefs(batchId),
              admissions.isEmpty() && tied.isEmpty());
          committer.signals().committed(lanes, false, false, timers);
          wake.run();
        });
  }

  private Instant now(Handle handle) {
    return handle
        .createQuery("select clock_timestamp()")
        .map((row, _) -> row.getTimestamp(1).toInstant().plus(skew.get()))
        .one();
  }

  private static void insertBatch(
      Handle handle, UUID batchId, BatchSpec batch, List<Row> rows, Instant now) {
    var columns = new Columns();
    var types = columns.texts("types");
    var nos = columns.texts("nos");
    types.add("submitted");
    nos.add("{}");
    for (TaskState state : List.of(TaskState.PENDING, TaskState.WAITING)) {
      List<Row> all = rows.stream().filter(row -> row.state() == state).toList();
      for (int from = 0; from < all.size(); from += Journal.ROW_MAX_ENTRIES) {
        types.add(state.columnName());
        nos.add(numbers(all.subList(from, Math.min(from + Journal.ROW_MAX_ENTRIES, all.size()))));
      }
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("submission/insert_batch")))
        .bind("batch", batchId)
        .bind("name", batch.name())
        .bind("metadata", batch.metadata())
        .bind("inputs", batch.inputs())
        .bind("total", rows.size())
        .bind("now", Timestamp.from(now))
        .execute();
  }

  private static String numbers(List<Row> rows) {
    return rows.stream()
        .map(row -> Integer.toString(row.no))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
