package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.read.TaskDetail.Parent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Adds to tasks of one batch the parents they have elsewhere, and what all parents are called. */
final class Parents {
  private final Handle handle;
  private final UUID batchId;

  Parents(Handle handle, UUID batchId) {
    this.handle = handle;
    this.batchId = batchId;
  }

  /**
   * The tasks with all their parents.
   *
   * @param tied numbers of those that have parents in other batches
   */
  List<TaskDetail> of(List<TaskDetail> tasks, List<Integer> tied) {
    Map<Integer, List<Parent>> foreign = tied.isEmpty() ? Map.of() : foreign(tied);
    List<TaskDetail> all = new ArrayList<>(tasks.size());
    Set<TaskKey> keys = new LinkedHashSet<>();
    for (TaskDetail task : tasks) {
      List<Parent> parents = new ArrayList<>(task.parents());
      parents.addAll(foreign.getOrDefault(task.basics().key().no(), List.of()));
      parents.forEach(parent -> keys.add(parent.task()));
      all.add(task.with(parents));
    }
    Map<TaskKey, String> names = keys.isEmpty() ? Map.of() : names(keys);
    all.replaceAll(task ->
        task.with(
            task.parents().stream()
                .map(parent ->
                    new Parent(names.get(parent.task()), parent.task(), parent.condition()))
                .toList()));
    return all;
  }

  private Map<Integer, List<Parent>> foreign(List<Integer> tied) {
    var columns = new Columns();
    var nos = columns.integers("nos");
    tied.forEach(nos::add);
    Map<Integer, List<Parent>> foreign = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("foreign_edge/into")))
        .bind("batch", batchId)
        .map((row, _) ->
            foreign
                .computeIfAbsent(row.getInt("child"), _ -> new ArrayList<>())
                .add(
                    new Parent(
                        null,
                        Cells.key(row, "parent_batch", "parent"),
                        Cells.condition(row.getString("condition")))))
        .list();
    return foreign;
  }

  private Map<TaskKey, String> names(Set<TaskKey> keys) {
    var columns = new Columns();
    var named = columns.keys();
    keys.forEach(named::add);
    Map<TaskKey, String> names = new HashMap<>();
    columns
        .bindTo(handle.createQuery(Sql.named("task/local_ids")))
        .map((row, _) -> names.put(Cells.key(row, "batch_id", "no"), row.getString("local_id")))
        .list();
    return names;
  }
}
