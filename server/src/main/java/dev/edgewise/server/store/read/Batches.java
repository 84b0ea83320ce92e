package dev.edgewise.server.store.read;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.read.BatchFilter.Position;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Reads batches. */
public final class Batches {
  private final Database database;

  public Batches(Database database) {
    this.database = database;
  }

  /** A batch and how many of its tasks are in each state. */
  public record Counted(BatchRow batch, Map<TaskState, Long> states) {
    public Counted {
      states = Map.copyOf(states);
    }
  }

  /** A batch and what its tasks add up to. */
  public record Summed(BatchRow batch, BatchCounts counts) {}

  /** One batch; empty when there is none of that id. */
  public Optional<BatchRow> find(UUID batchId) {
    return database.reader().withHandle(handle -> find(handle, batchId));
  }

  /** One batch with its sums, which takes a look at each of its tasks; empty when there is none. */
  public Optional<Summed> summed(UUID batchId) {
    return snapshot(handle ->
        find(handle, batchId)
            .flatMap(batch ->
                Optional.ofNullable(counts(handle, List.of(batchId)).get(batchId))
                    .map(counts -> new Summed(batch, counts))));
  }

  /**
   * The batches that a filter lets pass, newest first. Those that have ended know their counts; of
   * the others each task is looked at.
   */
  public List<Counted> list(BatchFilter filter, int limit) {
    return database.list(
        TransactionIsolationLevel.REPEATABLE_READ,
        handle -> {
          List<BatchRow> rows = rows(handle, filter, limit);
          List<UUID> live =
              rows.stream().filter(row -> !row.completed()).map(BatchRow::batchId).toList();
          Map<UUID, BatchCounts> counts = counts(handle, live);
          return rows.stream()
              .map(row -> {
                BatchCounts counted = counts.get(row.batchId());
                return new Counted(row, counted == null ? row.ended() : counted.states());
              })
              .toList();
        });
  }

  private <T> T snapshot(HandleCallback<T, RuntimeException> work) {
    return database.reader().inTransaction(TransactionIsolationLevel.REPEATABLE_READ, work);
  }

  private static Optional<BatchRow> find(Handle handle, UUID batchId) {
    return handle
        .createQuery(Sql.named("batch/find"))
        .bind("batch", batchId)
        .map((row, _) -> BatchRow.read(row))
        .findOne();
  }

  private static List<BatchRow> rows(Handle handle, BatchFilter filter, int limit) {
    BatchOutcome outcome = filter.outcome();
    TaskState state = filter.state();
    Position before = filter.before();
    return handle
        .createQuery(Sql.named("batch/list"))
        .bind("workspace", filter.workspace().number())
        .bind("state", outcome == null ? null : outcome.name().toLowerCase(Locale.ROOT))
        .bind("status", state == null ? null : state.columnName())
        .bind("kind", filter.kind())
        .bind("name", filter.name())
        .bind("labels", filter.origin().labels())
        .bind("workflow", filter.origin().workflow())
        .bind("created_after", filter.created().afterColumn())
        .bind("created_before", filter.created().beforeColumn())
        .bind("before_at", before == null ? null : Timestamp.from(before.createdAt()))
        .bind("before_batch", before == null ? null : before.batchId())
        .bind("limit", limit)
        .map((row, _) -> BatchRow.read(row))
        .list();
  }

  private static Map<UUID, BatchCounts> counts(Handle handle, List<UUID> batches) {
    Map<UUID, BatchCounts> counts = new HashMap<>();
    if (!batches.isEmpty()) {
      handle
          .createQuery(Sql.named("batch/counts"))
          .bind("batches", Columns.of(batches))
          .map((row, _) -> Map.entry(row.getObject("batch_id", UUID.class), BatchCounts.read(row)))
          .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    }
    return counts;
  }
}
