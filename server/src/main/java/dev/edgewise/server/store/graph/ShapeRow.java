package dev.edgewise.server.store.graph;

import dev.edgewise.core.readiness.Shape;
import dev.edgewise.core.state.Join;
import dev.edgewise.server.store.ConditionLetters;
import dev.edgewise.server.store.Reads;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of {@code task/definitions} as a shape without edges between batches. */
public final class ShapeRow {
  private static final int[] NO_NUMBERS = {};

  private ShapeRow() {}

  public static Shape read(ResultSet row) throws SQLException {
    return new Shape(
        row.getString("local_id"),
        // Many tasks share these two, and shapes are kept.
        row.getString("kind").intern(),
        row.getString("lane").intern(),
        row.getInt("timeout_secs"),
        integers(row, "children"),
        ConditionLetters.read(row.getString("conditions")),
        integers(row, "parents"),
        ConditionLetters.read(row.getString("parent_conditions")),
        new Join(row.getInt("join_count")),
        List.of(),
        List.of(),
        StoredRetry.read(row.getString("retry")),
        instant(row, "start_after"),
        row.getBoolean("dead_end_barrier"),
        new Shape.Hooks(
            row.getBoolean("hooks_start"),
            row.getBoolean("hooks_success"),
            row.getBoolean("hooks_failure"),
            row.getBoolean("hooks_cancel")),
        FlowColumns.read(row, null).withoutInput(),
        Reads.of(row.getString("reads")),
        row.getInt("spread_of"),
        row.getInt("item_index"),
        Shape.Traits.of(
            row.getLong("deadline_millis"),
            row.getString("fails_batch_as"),
            row.getBoolean("called")));
  }

  private static @Nullable Instant instant(ResultSet row, String name) throws SQLException {
    Timestamp value = row.getTimestamp(name);
    return value == null ? null : value.toInstant();
  }

  private static int[] integers(ResultSet row, String name) throws SQLException {
    Array array = row.getArray(name);
    Integer[] boxed = (Integer[]) array.getArray();
    int[] values = boxed.length == 0 ? NO_NUMBERS : new int[boxed.length];
    for (int i = 0; i < boxed.length; i++) {
      values[i] = boxed[i];
    }
    return values;
  }
}
