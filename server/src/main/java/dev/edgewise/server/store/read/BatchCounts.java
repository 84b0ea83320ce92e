package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the tasks of a batch add up to.
 *
 * @param states how many tasks are in each state
 * @param success the sum of their success counters
 * @param failures the sum of their failure counters
 * @param expected the sum of the announced amounts; null when some task announced none
 */
public record BatchCounts(
    Map<TaskState, Long> states, long success, long failures, @Nullable Long expected) {

  public BatchCounts {
    states = Map.copyOf(states);
  }

  static BatchCounts read(ResultSet row) throws SQLException {
    Map<TaskState, Long> states = new EnumMap<>(TaskState.class);
    for (TaskState state : TaskState.values()) {
      states.put(state, row.getLong(state.columnName()));
    }
    return new BatchCounts(
        states,
        row.getLong("total_success"),
        row.getLong("total_failures"),
        Cells.longOrNull(row, "total_expected"));
  }
}
