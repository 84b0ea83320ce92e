package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.Dependency;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.ConditionLetters;
import dev.edgewise.server.store.graph.BatchLocks;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** The parents of new tasks in other batches. */
public final class ForeignParents {

  private ForeignParents() {}

  /**
   * Locks the parents' batches, so that none of them ends unnoticed; says which parents do not
   * exist in the workspace.
   */
  public static Set<UUID> lock(Handle handle, Workspace workspace, Rows rows) {
    List<Row> tied = rows.tied();
    if (tied.isEmpty()) {
      return Set.of();
    }
    Set<TaskKey> parents = new HashSet<>();
    for (Row row : tied) {
      for (Dependency.Foreign dependency : row.foreign) {
        parents.add(TaskKey.of(dependency.taskId()));
      }
    }
    Set<UUID> unknown = new HashSet<>();
    parents.removeIf(parent -> {
      boolean foreign = !workspace.owns(parent.batchId());
      return foreign && unknown.add(parent.publicId());
    });
    BatchLocks.take(handle, parents.stream().map(TaskKey::batchId).distinct().toList());
    var columns = new Columns();
    var named = columns.keys();
    parents.forEach(named::add);
    columns
        .bindTo(handle.createQuery(Sql.named("submission/existing")))
        .map((row, _) -> new TaskKey(row.getObject(1, UUID.class), row.getInt(2)))
        .forEach(parents::remove);
    parents.forEach(parent -> unknown.add(parent.publicId()));
    return unknown;
  }

  /** Writes the edges. */
  static void tie(Handle handle, UUID batchId, List<Row> tied) {
    if (tied.isEmpty()) {
      return;
    }
    var columns = new Columns();
    var parentBatches = columns.uuids("parent_batches");
    var parents = columns.integers("parents");
    var children = columns.integers("children");
    var conditions = columns.texts("conditions");
    for (Row row : tied) {
      for (Dependency.Foreign dependency : row.foreign) {
        TaskKey parent = TaskKey.of(dependency.taskId());
        parentBatches.add(parent.batchId());
        parents.add(parent.no());
        children.add(row.no);
        conditions.add(String.valueOf(ConditionLetters.letter(dependency.condition())));
      }
    }
    columns
        .bindTo(handle.createUpdate(Sql.named("submission/insert_foreign")))
        .bind("batch", batchId)
        .execute();
  }
}
