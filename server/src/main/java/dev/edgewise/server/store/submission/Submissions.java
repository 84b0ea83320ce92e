package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Ahead;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Sql;
import dev.edgewise.server.store.Transactions;
import dev.edgewise.server.store.commit.Command;
import dev.edgewise.server.store.commit.Committer;
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
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Creates batches. */
public final class Submissions {
  private static final int CHUNK = 5_000;

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
   */
  public Submitted submit(BatchSpec batch, @Nullable SubmissionKey key) {
    record Done(Submitted submitted, Runnable wake) {}
    Done done =
        Transactions.retrying(
            database.engine(),
            handle -> {
              if (key != null) {
                Submitted earlier = key.claim(handle);
                if (earlier != null) {
                  return new Done(earlier, () -> {});
                }
              }
              Insertion insertion = insert(handle, batch);
              if (key != null) {
                key.remember(handle, insertion.submitted());
              }
              return new Done(insertion.submitted(), insertion.wake());
            });
    done.wake().run();
    return done.submitted();
  }

  private record Insertion(Submitted submitted, Runnable wake) {}

  private Insertion insert(Handle handle, BatchSpec batch) {
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
    insertBatch(handle, batchId, batch, rows.all(), now);
    int size = rows.all().size();
    for (Columns chunk :
        Ahead.of(
            (size + CHUNK - 1) / CHUNK,
            number -> {
              int from = number * CHUNK;
              return RowColumns.of(
                  batchId, rows.all().subList(from, Math.min(from + CHUNK, size)), now);
            })) {
      chunk
          .bindTo(handle.createUpdate(Sql.named("submission/insert")))
          .bind("batch", batchId)
          .bind("now", Timestamp.from(now))
          .execute();
    }
    ForeignParents.tie(handle, batchId, tied);
    List<Command> admissions = new ArrayList<>();
    for (Row row : rows.all()) {
      if (row.toAdmit()) {
        admissions.add(new Command.Admit(new TaskKey(batchId, row.no)));
      }
    }
    Runnable wake = committer.within(handle, admissions);
    Set<String> lanes = new TreeSet<>();
    rows.all().stream()
        .filter(row -> row.state() == TaskState.PENDING)
        .forEach(row -> lanes.add(RowColumns.lane(row.spec)));
    return new Insertion(
        new Created(batchId, admissions.isEmpty() ? details(batchId, rows.all(), now) : null),
        () -> {
          committer.signals().committed(lanes, false, false, true);
          wake.run();
        });
  }

  private static Iterable<TaskDetail> details(UUID batchId, List<Row> rows, Instant now) {
    return () -> rows.stream().map(row -> row.detail(batchId, now)).iterator();
  }

  private Instant now(Handle handle) {
    return handle
        .createQuery("select clock_timestamp()")
        .mapTo(Instant.class)
        .one()
        .plus(skew.get());
  }

  private static void insertBatch(
      Handle handle, UUID batchId, BatchSpec batch, List<Row> rows, Instant now) {
    handle
        .createUpdate(Sql.named("submission/insert_batch"))
        .bind("batch", batchId)
        .bind("name", batch.name())
        .bind("metadata", batch.metadata())
        .bind("inputs", batch.inputs())
        .bind("total", rows.size())
        .bind("pending", numbers(rows, TaskState.PENDING))
        .bind("waiting", numbers(rows, TaskState.WAITING))
        .bind("now", Timestamp.from(now))
        .execute();
  }

  private static String numbers(List<Row> rows, TaskState state) {
    return rows.stream()
        .filter(row -> row.state() == state)
        .map(row -> Integer.toString(row.no))
        .collect(Collectors.joining(",", "{", "}"));
  }
}
