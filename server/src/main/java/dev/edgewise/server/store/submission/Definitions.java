package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.server.database.ReadAhead;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.CopyRows;
import dev.edgewise.server.store.graph.StoredRetry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** What the tasks of a new batch are. */
final class Definitions {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CHUNK = 2_000;
  private static final int FIELDS = 43;

  private Definitions() {}

  static void copy(Handle handle, UUID batchId, List<Row> rows, Instant now) {
    CopyRows.copy(
        handle,
        Sql.named("submission/copy_tasks"),
        ReadAhead.of(rows, CHUNK, chunk -> copied(batchId, chunk, now)));
  }

  /** The rows, with their fields in the order of the statement. */
  static CopyRows copied(UUID batchId, List<Row> rows, Instant now) {
    CopyRows copied = new CopyRows();
    for (Row row : rows) {
      TaskSpec spec = row.spec;
      copied.row(FIELDS);
      copied.add(batchId);
      copied.add(row.no);
      copied.add(spec.localId());
      copied.add(spec.name());
      copied.add(spec.kind());
      copied.add(row.firstOfKind);
      copied.add(row.lane());
      copied.add(spec.timeoutSecs());
      copied.add(spec.priority());
      copied.add(spec.fairness().key());
      if (spec.fairness().weight() == 1) {
        copied.addNull();
      } else {
        copied.add(spec.fairness().weight());
      }
      copied.addJsonb(spec.metadata());
      copied.add(row.children.numbers());
      copied.add(row.children.letters());
      copied.add(row.parents.numbers());
      copied.add(row.parents.letters());
      copied.add(spec.join().count());
      copied.add(row.foreign.size());
      copied.add(spec.actions().start());
      copied.add(spec.actions().success());
      copied.add(spec.actions().failure());
      copied.add(spec.actions().cancel());
      copied.add(StoredRetry.write(spec.retry()));
      copied.add(spec.rules());
      copied.add(spec.deadEndBarrier());
      copied.add(row.startAfter(now));
      copied.add(spec.flow().let());
      copied.add(spec.flow().when());
      copied.add(spec.flow().output());
      copied.add(spec.flow().returns());
      copied.add(spec.flow().input());
      addSpread(copied, spec.flow().spread());
      copied.add(spec.flow().waitFor());
      copied.add(spec.flow().call());
      copied.add(spec.deadlineMillis() == 0 ? null : (Long) spec.deadlineMillis());
      copied.add(row.traits().failsBatchAs() != null);
      copied.add(row.traits().called());
      copied.add(reads(row, batchId));
      copied.add(row.createdAt(now));
    }
    return copied;
  }

  private static void addSpread(CopyRows copied, @Nullable Spread spread) {
    copied.add(spread == null ? null : spread.list());
    copied.add(spread != null && spread.absorbsFailures());
    copied.add(spread != null && spread.errors() == Spread.Errors.FAIL_FAST);
    copied.add(
        spread == null || spread.minSuccess() == null ? null : spread.minSuccess().toString());
    copied.add(spread == null ? 0 : spread.parallel());
  }

  private static @Nullable String reads(Row row, UUID batchId) {
    if (row.reads.isEmpty()) {
      return null;
    }
    Map<String, String> ids = new LinkedHashMap<>();
    row.reads.forEach((localId, id) -> ids.put(localId, id.apply(batchId).toString()));
    return JSON.writeValueAsString(ids);
  }
}
