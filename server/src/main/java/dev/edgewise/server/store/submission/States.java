package dev.edgewise.server.store.submission;

import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.ReadAhead;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.CopyRows;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Where the tasks of a new batch stand, and the places of those that are ready. */
final class States {
  private static final int CHUNK = 5_000;
  private static final int FIELDS = 7;

  private States() {}

  static void copy(Handle handle, UUID batchId, List<Row> rows, Instant now) {
    CopyRows.copy(
        handle,
        Sql.named("submission/copy_states"),
        ReadAhead.of(rows, CHUNK, chunk -> copied(batchId, chunk, now)));
    List<Row> ready = rows.stream().filter(row -> row.state() == TaskState.PENDING).toList();
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
