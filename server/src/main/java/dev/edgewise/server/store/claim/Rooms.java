package dev.edgewise.server.store.claim;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.claim.RuledTasks.Contender;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** How many more tasks the bounded spreads and the limited workspaces of candidates may run. */
final class Rooms {
  private final Map<TaskKey, Integer> spreads = new HashMap<>();
  private final Map<Workspace, Integer> workspaces = new HashMap<>();

  private Rooms() {}

  /** Counts the held tasks of what bounds these contenders, which the caller has locked. */
  static Rooms of(Handle handle, List<Contender> contenders) {
    Rooms result = new Rooms();
    for (Contender contender : contenders) {
      if (contender.bounded()) {
        result.spreads.put(contender.boundedSpread(), contender.parallel());
      }
      if (contender.limited()) {
        result.workspaces.put(contender.workspace(), contender.maxRunning());
      }
    }
    if (!result.spreads.isEmpty()) {
      result.countSpreads(handle, result.spreads.keySet().stream().sorted().toList());
    }
    if (!result.workspaces.isEmpty()) {
      result.countWorkspaces(handle);
    }
    return result;
  }

  private void countSpreads(Handle handle, List<TaskKey> counted) {
    var columns = new Columns();
    var named = columns.keys();
    counted.forEach(named::add);
    columns
        .bindTo(handle.createQuery(Sql.named("lease/of_spreads")))
        .map((row, _) ->
            spreads.merge(
                counted.get(row.getInt("ordinal") - 1), -row.getInt("count"), Integer::sum))
        .list();
  }

  private void countWorkspaces(Handle handle) {
    handle
        .createQuery(Sql.named("lease/of_workspaces"))
        .bind(
            "workspaces",
            Columns.integers(workspaces.keySet().stream().map(Workspace::number).toList()))
        .map((row, _) ->
            workspaces.merge(
                new Workspace(row.getInt("workspace")), -row.getInt("count"), Integer::sum))
        .list();
  }

  /** Whether everything that bounds a contender was counted. */
  boolean know(Contender contender) {
    return (!contender.bounded() || spreads.containsKey(contender.boundedSpread()))
        && (!contender.limited() || workspaces.containsKey(contender.workspace()));
  }

  /** Whether the spread of a contender lets it pass. */
  boolean hasRoomInSpread(Contender contender) {
    return !contender.bounded() || spreads.getOrDefault(contender.boundedSpread(), 0) > 0;
  }

  /** Whether the workspace of a contender lets it pass. */
  boolean hasRoomInWorkspace(Contender contender) {
    return !contender.limited() || workspaces.getOrDefault(contender.workspace(), 0) > 0;
  }

  boolean hasRoom(Contender contender) {
    return hasRoomInSpread(contender) && hasRoomInWorkspace(contender);
  }

  void take(Contender contender) {
    if (contender.bounded()) {
      spreads.merge(contender.boundedSpread(), -1, Integer::sum);
    }
    if (contender.limited()) {
      workspaces.merge(contender.workspace(), -1, Integer::sum);
    }
  }
}
