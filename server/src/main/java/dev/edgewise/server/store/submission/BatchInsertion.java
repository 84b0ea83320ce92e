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
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  /**
   * Inserts tasks that are added to a batch.
   *
   * @param actor the person or key that adds them
   * @param now the transaction's time
   */
  public static void add(Handle handle, String actor, Host host, Rows rows, Instant now) {
    UUID batchId = host.batchId();
    var columns = new Columns();
    // Those that are admitted get their entry then, with the facts of edges from older tasks.
    List<Row> settled = rows.all().stream().filter(row -> !row.toAdmit()).toList();
    entries(columns.texts("types"), columns.texts("nos"), settled);
    var parents = columns.integers("parents");
    var children = columns.texts("children");
    var conditions = columns.texts("conditions");
    rows.olderParents()
        .forEach((parent, edges) -> {
          parents.add(parent);
          children.add(array(Arrays.stream(edges.numbers())));
          conditions.add(edges.letters());
        });
    columns
        .bindTo(handle.createUpdate(Sql.named("growth/add")))
        .bind("batch", batchId)
        .bind("actor", actor)
        .bind("added", rows.size())
        .bind("last_no", host.lastNo() + rows.size())
        .bind("now", Timestamp.from(now))
        .execute();
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
    entries(types, nos, rows);
    columns
        .bindTo(handle.createUpdate(Sql.named("submission/insert_batch")))
        .bind("batch", batchId)
        .bind("actor", actor)
        .bind("name", batch.name())
        .bind("metadata", batch.metadata())
        .bind("labels", batch.labels())
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

  /** The ledger entries of new tasks. */
  private static void entries(Columns.Column types, Columns.Column nos, List<Row> rows) {
    for (TaskState state : List.of(TaskState.PENDING, TaskState.WAITING)) {
      List<Row> all = rows.stream().filter(row -> row.state() == state).toList();
      for (int from = 0; from < all.size(); from += Journal.ROW_MAX_ENTRIES) {
        List<Row> part = all.subList(from, Math.min(from + Journal.ROW_MAX_ENTRIES, all.size()));
        types.add(EntryType.of(state).columnName());
        nos.add(array(part.stream().mapToInt(row -> row.no)));
      }
    }
  }

  private static String array(IntStream numbers) {
    return numbers.mapToObj(Integer::toString).collect(Collectors.joining(",", "{", "}"));
  }
}
