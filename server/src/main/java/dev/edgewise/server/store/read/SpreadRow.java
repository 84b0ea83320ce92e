package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;

/**
 * How the items of a spread stand.
 *
 * @param items how many it made
 * @param states how many of them are in each state
 */
public record SpreadRow(TaskKey spread, int items, Map<TaskState, Long> states) {

  public SpreadRow {
    states = Map.copyOf(states);
  }

  static SpreadRow read(UUID batchId, ResultSet row) throws SQLException {
    Map<TaskState, Long> states = new EnumMap<>(TaskState.class);
    for (TaskState state : TaskState.values()) {
      states.put(state, row.getLong(state.columnName()));
    }
    return new SpreadRow(new TaskKey(batchId, row.getInt("no")), row.getInt("items"), states);
  }
}
