package dev.edgewise.server.expression;

import dev.edgewise.core.graph.Spread;
import dev.edgewise.core.readiness.Inline.Verdict;
import dev.edgewise.core.readiness.Journal;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Nodes;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Aggregates the results of a spread's items, in the order of their indexes. */
final class SpreadItems {
  private final Handle handle;
  private final Nodes nodes;
  private final Journal journal;
  private final Map<TaskKey, Ended> stored = new HashMap<>();
  private final Set<TaskKey> fetched = new HashSet<>();

  /**
   * The end of an item; without a value its result is null.
   *
   * @param fits whether its result was fetched; false if the results of the spread are too large
   */
  private record Ended(
      TaskState state, @Nullable String reason, @Nullable String value, boolean fits) {}

  SpreadItems(Handle handle, Nodes nodes, Journal journal) {
    this.handle = handle;
    this.nodes = nodes;
    this.journal = journal;
  }

  /** Returns the list of results, or why the spread fails. */
  Verdict aggregate(Node node) {
    Spread spread = Objects.requireNonNull(node.shape().flow().spread());
    int count = node.standing().items();
    String failure = failure(node, spread, count);
    if (failure != null) {
      return new Verdict.Fail(failure);
    }
    boolean collect = spread.errors() == Spread.Errors.COLLECT;
    StringBuilder list = new StringBuilder("[");
    boolean fits = true;
    for (int i = 0; i < count && fits; i++) {
      Ended item = ended(node, i);
      fits = item.fits();
      if (fits) {
        list.append(i == 0 ? "" : ",").append(value(item, collect));
        fits = list.length() <= Limits.SPREAD_MAX_BYTES;
      }
    }
    return fits
        ? new Verdict.Value(list.append(']').toString())
        : new Verdict.Fail("Spread results are larger than " + Limits.SPREAD_MAX_BYTES + " bytes");
  }

  /** Returns why a spread fails whose items have ended; null if it succeeds. */
  private @Nullable String failure(Node node, Spread spread, int count) {
    int first = -1;
    int succeeded = 0;
    for (int i = 0; i < count; i++) {
      TaskState state = ended(node, i).state();
      succeeded += state == TaskState.SUCCESS ? 1 : 0;
      // Where a failed item has canceled others, it is the cause.
      boolean failed = state == TaskState.FAILURE;
      if ((failed && (first < 0 || ended(node, first).state() == TaskState.CANCELED))
          || (first < 0 && state == TaskState.CANCELED)) {
        first = i;
      }
    }
    int needed = spread.minSuccess() == null ? 0 : spread.minSuccess().of(count);
    boolean failed = spread.minSuccess() == null ? first >= 0 : succeeded < needed;
    if (!failed || spread.errors() == Spread.Errors.COLLECT) {
      return null;
    }
    String why = first < 0 ? "" : "Spread item " + first + " failed: " + reason(ended(node, first));
    return spread.minSuccess() == null
        ? why
        : "%d of %d items succeeded, but %d are needed%s"
            .formatted(succeeded, count, needed, why.isEmpty() ? "" : ". " + why);
  }

  private static String value(Ended item, boolean collect) {
    return switch (item.state()) {
      case SUCCESS -> item.value() == null ? "null" : item.value();
      case FAILURE, CANCELED ->
          collect ? Values.write(Map.of("error", reason(item)), Limits.RESULT_MAX_BYTES) : "null";
      default -> "null";
    };
  }

  private static String reason(Ended item) {
    return item.reason() == null ? "Canceled" : item.reason();
  }

  private Ended ended(Node spread, int index) {
    TaskKey key = new TaskKey(spread.key().batchId(), spread.standing().firstItem() + index);
    Node node = nodes.find(key);
    if (node != null && !node.loaded().state().terminal()) {
      String reason = node.standing().failureReason();
      return new Ended(node.state(), reason, journal.results().get(key), true);
    }
    if (fetched.add(spread.key())) {
      fetch(spread);
    }
    return Objects.requireNonNull(stored.get(key), () -> "item " + key + " has not ended");
  }

  /**
   * Fetches the items of a spread, and of all other spreads that may be aggregated in this
   * transaction.
   */
  private void fetch(Node spread) {
    Map<TaskKey, Integer> live = new HashMap<>();
    for (Node node : nodes.all()) {
      if (node.shape().spreadOf() > 0 && !node.loaded().state().terminal()) {
        TaskKey barrier = new TaskKey(node.key().batchId(), node.shape().spreadOf());
        live.merge(barrier, 1, Integer::sum);
      }
    }
    var columns = new Columns();
    var batches = columns.uuids("batches");
    var firsts = columns.integers("firsts");
    var counts = columns.integers("counts");
    for (Node node : nodes.all()) {
      var standing = node.standing();
      int open = node.loaded().required() - node.loaded().satisfied();
      boolean completes = standing.items() > 0 && open <= live.getOrDefault(node.key(), 0);
      if (node.key().equals(spread.key()) || (completes && fetched.add(node.key()))) {
        batches.add(node.key().batchId());
        firsts.add(standing.firstItem());
        counts.add(standing.items());
      }
    }
    columns
        .bindTo(handle.createQuery(Sql.named("expression/items")))
        .bind("max_bytes", Limits.SPREAD_MAX_BYTES)
        .map((row, _) ->
            stored.put(
                new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
                new Ended(
                    TaskState.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                    row.getString("failure_reason"),
                    row.getString("value"),
                    row.getBoolean("fits"))))
        .list();
  }
}
