package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.commit.StoredRetry;
import dev.edgewise.server.store.submission.Rows.Row;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;

/** A chunk of tasks as the columns of {@code submission/insert}. */
final class RowColumns {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RowColumns() {}

  static Columns of(UUID batchId, List<Row> rows, Instant now) {
    Columns columns = new Columns();
    fill(columns.integers("nos"), rows, row -> row.no);
    fill(columns.texts("local_ids"), rows, row -> row.spec.localId());
    fill(columns.texts("names"), rows, row -> row.spec.name());
    fill(columns.texts("kinds"), rows, row -> row.spec.kind());
    fill(columns.texts("lanes"), rows, row -> lane(row.spec));
    fill(columns.integers("timeouts"), rows, row -> row.spec.timeoutSecs());
    fill(columns.integers("priorities"), rows, row -> row.spec.priority());
    fill(columns.texts("metadata"), rows, row -> row.spec.metadata());
    fill(columns.texts("children"), rows, row -> row.children.numbers());
    fill(columns.texts("conditions"), rows, row -> row.children.conditions());
    fill(columns.texts("parents"), rows, row -> row.parents.numbers());
    fill(columns.texts("parent_conditions"), rows, row -> row.parents.conditions());
    fill(columns.integers("foreign_parents"), rows, row -> unless(0, row.foreign.size()));
    fill(columns.texts("on_start"), rows, row -> row.spec.actions().start());
    fill(columns.texts("on_success"), rows, row -> row.spec.actions().success());
    fill(columns.texts("on_failure"), rows, row -> row.spec.actions().failure());
    fill(columns.texts("on_cancel"), rows, row -> row.spec.actions().cancel());
    fill(columns.texts("retries"), rows, row -> StoredRetry.write(row.spec.retry()));
    fill(columns.texts("rules"), rows, row -> row.spec.rules());
    fill(columns.booleans("barriers"), rows, row -> unless(false, row.spec.deadEndBarrier()));
    fill(columns.texts("start_after"), rows, row -> startAfter(row.spec, now));
    fill(columns.texts("lets"), rows, row -> row.spec.flow().let());
    fill(columns.texts("whens"), rows, row -> row.spec.flow().when());
    fill(columns.texts("outputs"), rows, row -> row.spec.flow().output());
    fill(columns.texts("inputs"), rows, row -> row.spec.flow().input());
    fill(columns.texts("spreads"), rows, row -> row.spec.flow().spread());
    fill(columns.booleans("collects"), rows, row -> unless(false, row.spec.flow().collectErrors()));
    fill(columns.integers("parallels"), rows, row -> unless(0, row.spec.flow().spreadParallel()));
    fill(columns.texts("reads"), rows, row -> reads(row, batchId));
    fill(columns.longs("expected"), rows, row -> row.spec.expectedCount());
    fill(columns.texts("statuses"), rows, row -> row.state().columnName());
    return columns;
  }

  private static void fill(
      Columns.Column column, List<Row> rows, Function<Row, @Nullable Object> value) {
    rows.forEach(row -> column.add(value.apply(row)));
  }

  /** The value, or null where the statement knows what most tasks have. */
  private static @Nullable Object unless(Object usual, Object value) {
    return value.equals(usual) ? null : value;
  }

  /** Where the task queues when it is ready. */
  static String lane(TaskSpec spec) {
    String start = spec.actions().start();
    if (spec.flow().inline()) {
      return Lane.NONE;
    }
    return start == null ? Lane.work(spec.kind()) : Lane.hookOf(start);
  }

  private static @Nullable Instant startAfter(TaskSpec spec, Instant now) {
    return switch (spec.startAfter()) {
      case null -> null;
      case StartAfter.At(Instant instant) -> instant;
      case StartAfter.In(var delay) -> now.plus(delay);
    };
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
