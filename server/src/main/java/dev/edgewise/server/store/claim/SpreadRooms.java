package dev.edgewise.server.store.claim;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.claim.RuledTasks.Contender;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** How many more items the bounded spreads among the candidates may have at work. */
final class SpreadRooms {
  private final Map<TaskKey, Integer> rooms = new HashMap<>();

  private SpreadRooms() {}

  /** Counts what is held of the spreads of these contenders, which the caller has locked. */
  static SpreadRooms of(Handle handle, List<Contender> contenders) {
    SpreadRooms result = new SpreadRooms();
    for (Contender contender : contenders) {
      if (contender.bounded()) {
        result.rooms.put(contender.boundedSpread(), contender.parallel());
      }
    }
    if (!result.rooms.isEmpty()) {
      result.count(handle, result.rooms.keySet().stream().sorted().toList());
    }
    return result;
  }

  private void count(Handle handle, List<TaskKey> spreads) {
    var columns = new Columns();
    var named = columns.keys();
    spreads.forEach(named::add);
    columns
        .bindTo(handle.createQuery(Sql.named("lease/of_spreads")))
        .map((row, _) ->
            rooms.merge(spreads.get(row.getInt("ordinal") - 1), -row.getInt("count"), Integer::sum))
        .list();
  }

  /** Whether the spread of a contender, if it has to keep a bound, was counted. */
  boolean know(Contender contender) {
    return !contender.bounded() || rooms.containsKey(contender.boundedSpread());
  }

  boolean hasRoom(Contender contender) {
    return !contender.bounded() || rooms.getOrDefault(contender.boundedSpread(), 0) > 0;
  }

  void take(Contender contender) {
    if (contender.bounded()) {
      rooms.merge(contender.boundedSpread(), -1, Integer::sum);
    }
  }
}
