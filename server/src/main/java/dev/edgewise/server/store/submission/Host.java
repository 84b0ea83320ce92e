package dev.edgewise.server.store.submission;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The batch that tasks are added to, as it stands while this transaction holds its lock.
 *
 * @param state as the database spells it
 * @param lastNo the highest number that a task of the batch has had
 * @param total how many tasks the batch has
 * @param paused whether the whole batch is paused
 * @param kinds those of its tasks
 */
public record Host(
    UUID batchId,
    String state,
    int lastNo,
    int total,
    boolean paused,
    boolean stopsOnFailure,
    BatchSpec.@Nullable Caller caller,
    Set<String> kinds) {

  /** A task that the batch has. */
  public record Member(TaskKey task, boolean item) {}

  public Host {
    kinds = Set.copyOf(kinds);
  }

  /** Reads a batch that this transaction has locked; empty if it does not exist. */
  public static Optional<Host> read(Handle handle, UUID batchId) {
    Set<String> kinds =
        Set.copyOf(
            handle
                .createQuery(Sql.named("growth/kinds"))
                .bind("batch", batchId)
                .mapTo(String.class)
                .list());
    return handle
        .createQuery(Sql.named("growth/host"))
        .bind("batch", batchId)
        .map((row, _) ->
            new Host(
                batchId,
                row.getString("state"),
                row.getInt("last_no"),
                row.getInt("total"),
                row.getBoolean("paused"),
                row.getBoolean("stops_on_failure"),
                caller(row),
                kinds))
        .findOne();
  }

  private static BatchSpec.@Nullable Caller caller(ResultSet row) throws SQLException {
    UUID batchId = row.getObject("parent_batch", UUID.class);
    return batchId == null
        ? null
        : new BatchSpec.Caller(
            new TaskKey(batchId, row.getInt("parent_no")),
            row.getInt("parent_attempt"),
            row.getInt("level"));
  }

  /** Finds the tasks of a batch that have these local IDs. */
  public static Map<String, Member> members(
      Handle handle, UUID batchId, Collection<String> localIds) {
    Map<String, Member> found = new LinkedHashMap<>();
    handle
        .createQuery(Sql.named("growth/members"))
        .bind("batch", batchId)
        .bindArray("local_ids", String.class, localIds)
        .map((row, _) ->
            found.put(
                row.getString("local_id"),
                new Member(new TaskKey(batchId, row.getInt("no")), row.getBoolean("item"))))
        .list();
    return found;
  }

  /** Whether the batch is over, so that nothing can be added to it. */
  public boolean over() {
    return !state.equals("running");
  }

  /** What the new tasks need to know of the batch. */
  BatchSpec batch(List<TaskSpec> tasks) {
    return new BatchSpec(null, null, null, null, tasks, stopsOnFailure, 0, caller);
  }
}
