package dev.edgewise.server.store.submission;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.ReadAhead;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.CopyRows;
import dev.edgewise.server.store.FairLanes;
import dev.edgewise.server.store.FairQueue;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Where the tasks of a new batch stand, and the places of those that are ready. */
final class States {
  private static final int CHUNK = 5_000;

  /** Of tasks that enter by their shares: every task is compared with each key of its chunk. */
  private static final int FAIR_CHUNK = 500;

  private static final int FIELDS = 7;

  private States() {}

  static void copy(Handle handle, UUID batchId, List<Row> rows, Instant now) {
    CopyRows.copy(
        handle,
        Sql.named("submission/copy_states"),
        ReadAhead.of(rows, CHUNK, chunk -> copied(batchId, chunk, now)));
    List<Row> ready = rows.stream().filter(row -> row.state() == TaskState.PENDING).toList();
    if (rows.stream().anyMatch(row -> row.spec.fairness().key() != null)) {
      FairLanes.use(handle);
    }
    if (!ready.isEmpty() && (FairLanes.used(handle) || ready.stream().anyMatch(Row::shares))) {
      Map<Boolean, List<Row>> delayed =
          ready.stream().collect(Collectors.partitioningBy(row -> delayed(row, now)));
      enterFairly(handle, batchId, delayed.getOrDefault(false, List.of()), now);
      ready = delayed.getOrDefault(true, List.of());
    }
    enter(handle, batchId, ready, now);
  }

  private static boolean delayed(Row row, Instant now) {
    Instant start = row.startAfter(now);
    return start != null && start.isAfter(now);
  }

  private static void enterFairly(Handle handle, UUID batchId, List<Row> ready, Instant now) {
    for (List<Row> chunk : chunks(ready)) {
      FairQueue entering = new FairQueue();
      chunk.forEach(row -> entering.add(new TaskKey(batchId, row.no), row.lane()));
      entering.enter(handle, now);
    }
  }

  private static List<List<Row>> chunks(List<Row> rows) {
    List<List<Row>> chunks = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += FAIR_CHUNK) {
      chunks.add(rows.subList(from, Math.min(from + FAIR_CHUNK, rows.size())));
    }
    return chunks;
  }

  private static void enter(Handle handle, UUID batchId, List<Row> ready, Instant now) {
    for (Columns columns : ReadAhead.of(ready, CHUNK, chunk -> columns(chunk, now))) {
      columns
          .bindTo(handle.createUpdate(Sql.named("submission/ready")))
          .bind("batch", batchId)
          .bind("now", Timestamp.from(now))
          .execute();
    }
  }

  /** The rows, with their fields in the order of the statement. */
  static CopyRows copied(UUID batchId, List<Row> rows, Instant now) {
    CopyRows copied = new CopyRows();
    for (Row row : rows) {
      copied.row(FIELDS);
      copied.add(batchId);
      copied.add(row.no);
      copied.add(row.state().columnName());
      copied.add(row.required());
      copied.add(0);
      copied.add(row.spec.expectedCount());
      copied.add(now);
    }
    return copied;
  }

  private static Columns columns(List<Row> rows, Instant now) {
    Columns columns = new Columns();
    var nos = columns.integers("nos");
    var lanes = columns.texts("lanes");
    var priorities = columns.integers("priorities");
    var startAfter = columns.texts("start_after");
    for (Row row : rows) {
      nos.add(row.no);
      lanes.add(row.lane());
      priorities.add(row.spec.priority());
      startAfter.add(row.startAfter(now));
    }
    return columns;
  }
}
