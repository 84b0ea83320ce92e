package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.readiness.EntryType;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.read.TaskDetail;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Inserts a new batch with its tasks, its edges and the first entries of its ledger. */
public final class BatchInsertion {

  private BatchInsertion() {}

  /**
   * Inserts everything.
   *
   * @param actor the person or key that submits the batch
   * @param now the transaction's time
   */
  public static void write(
      Handle handle, String actor, UUID batchId, BatchSpec batch, Rows rows, Instant now) {
    insertBatch(handle, actor, batchId, batch, rows.all(), now);
    Definitions.copy(handle, batchId, rows.all(), now);
    States.copy(handle, batchId, rows.all(), now);
    ForeignParents.tie(handle, batchId, rows.tied());
  }

  /** Makes the rows of a batch without inserting them, so that the code is compiled early. */
  public static List<TaskDetail> rehearse(BatchSpec batch) {
    UUID batchId = new UUID(0, 0);
    Rows rows = Rows.of(Workspace.DEFAULT, batch, Duplicates.NONE);
    Definitions.copied(batchId, rows.all(), Instant.EPOCH);
    States.copied(batchId, rows.all(), Instant.EPOCH);
    return rows.details(batchId, Instant.EPOCH);
  }

  private static void insertBatch(
      Handle handle, String actor, UUID batchId, BatchSpec batch, List<Row> rows, Instant now) {
    var columns = new Columns();
    var types = columns.texts("types");
    var nos = columns.texts("nos");
    types.add(EntryType.SUBMITTED.columnName());
    nos.add("{}");
    for (TaskState state : List.of(TaskState.PENDING, TaskState.WAITING)) {
      List<Row> all = rows.stream().filter(row -> row.state() == state).toList();
      for (int from = 0; from < all.size(); from += Journal.ROW_MAX_ENTRIES) {
        types.add(EntryType.of(state).columnName());
        nos.add(numbers(all.subList(from, Math.min(from + Journal.ROW_MAX_ENTRIES, all.size()))));
      }
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("submission/insert_batch")))
        .bind("batch", batchId)
        .bind("actor", actor)
        .bind("name", batch.name())
        .bind("metadata", batch.metadata())
        .bind("inputs", batch.inputs())
        .bind("stops_on_failure", batch.stopsOnFailure())
        .bind("deadline_millis", batch.deadlineMillis() == 0 ? null : batch.deadlineMillis())
        .bind("parent_batch", batch.caller() == null ? null : batch.caller().task().batchId())
        .bind("parent_no", batch.caller() == null ? null : batch.caller().task().no())
        .bind("parent_attempt", batch.caller() == null ? null : batch.caller().attempt())
        .bind("level", batch.caller() == null ? 0 : batch.caller().level())
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
