package dev.edgewise.server.store.commit;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Reads;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of {@code task/load}, before its foreign edges are known. */
@SuppressWarnings("ArrayRecordComponent") // rows are never compared
record NodeRow(
    TaskKey key,
    boolean hasForeignEdges,
    String localId,
    String kind,
    String lane,
    int priority,
    int timeoutSecs,
    int[] children,
    Condition[] conditions,
    int[] parents,
    Condition[] parentConditions,
    @Nullable RetryPolicy retry,
    @Nullable Instant startAfter,
    boolean deadEndBarrier,
    Shape.Hooks hooks,
    DataFlow flow,
    Map<String, TaskKey> reads,
    int spreadOf,
    int itemIndex,
    Node.Standing standing) {

  static NodeRow read(ResultSet row) throws SQLException {
    boolean foreign = row.getInt("foreign_parents") > 0 || row.getBoolean("foreign_children");
    return new NodeRow(
        new TaskKey(row.getObject("batch_id", UUID.class), row.getInt("no")),
        foreign,
        row.getString("local_id"),
        row.getString("kind"),
        row.getString("lane"),
        row.getInt("priority"),
        row.getInt("timeout_secs"),
        integers(row, "children"),
        conditions(row.getString("conditions")),
        integers(row, "parents"),
        conditions(row.getString("parent_conditions")),
        StoredRetry.read(row.getString("retry")),
        instant(row, "start_after"),
        row.getBoolean("dead_end_barrier"),
        new Shape.Hooks(
            row.getBoolean("hooks_start"),
            row.getBoolean("hooks_success"),
            row.getBoolean("hooks_failure"),
            row.getBoolean("hooks_cancel")),
        flow(row),
        Reads.of(row.getString("reads")),
        row.getInt("spread_of"),
        row.getInt("item_index"),
        standing(row));
  }

  Node node(ForeignEdges foreign) {
    Shape shape =
        new Shape(
            localId,
            kind,
            lane,
            priority,
            timeoutSecs,
            children,
            conditions,
            parents,
            parentConditions,
            foreign.childrenOf(key),
            foreign.parentsOf(key),
            retry,
            startAfter,
            deadEndBarrier,
            hooks,
            flow,
            reads,
            spreadOf,
            itemIndex);
    return new Node(key, shape, standing);
  }

  private static DataFlow flow(ResultSet row) throws SQLException {
    return new DataFlow(
        row.getString("let_expression"),
        row.getString("when_expression"),
        row.getString("output_expression"),
        null,
        row.getString("spread_expression"),
        row.getBoolean("spread_collect"),
        row.getInt("spread_parallel"));
  }

  private static Node.Standing standing(ResultSet row) throws SQLException {
    String pausedFrom = row.getString("paused_from");
    return new Node.Standing(
        state(row.getString("status")),
        pausedFrom == null ? null : state(pausedFrom),
        row.getInt("required"),
        row.getInt("satisfied"),
        row.getInt("ended_children"),
        row.getInt("attempt"),
        row.getInt("retries"),
        row.getInt("claims"),
        row.getInt("items"),
        row.getInt("first_item"),
        row.getString("failure_reason"),
        instant(row, "next_retry_at"),
        row.getBoolean("started"));
  }

  private static TaskState state(String column) {
    return TaskState.valueOf(column.toUpperCase(Locale.ROOT));
  }

  private static @Nullable Instant instant(ResultSet row, String name) throws SQLException {
    Timestamp value = row.getTimestamp(name);
    return value == null ? null : value.toInstant();
  }

  private static int[] integers(ResultSet row, String name) throws SQLException {
    Array array = row.getArray(name);
    Integer[] boxed = (Integer[]) array.getArray();
    int[] values = new int[boxed.length];
    for (int i = 0; i < boxed.length; i++) {
      values[i] = boxed[i];
    }
    return values;
  }

  /** Reads an array literal such as {@code {always,on_success}}. */
  private static Condition[] conditions(String literal) {
    String inner = literal.substring(1, literal.length() - 1);
    if (inner.isEmpty()) {
      return new Condition[0];
    }
    String[] names = inner.split(",", -1);
    Condition[] values = new Condition[names.length];
    for (int i = 0; i < names.length; i++) {
      values[i] =
          switch (names[i]) {
            case "always" -> Condition.ALWAYS;
            case "on_success" -> Condition.ON_SUCCESS;
            case "on_failure" -> Condition.ON_FAILURE;
            default -> throw new IllegalArgumentException("unknown condition " + names[i]);
          };
    }
    return values;
  }
}
