package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/** Reads tasks. */
public final class Tasks {
  private final Database database;

  public Tasks(Database database) {
    this.database = database;
  }

  /** The tasks that a filter lets pass, newest first. */
  public List<TaskRow> list(TaskFilter filter, long offset, int limit) {
    TaskState state = filter.state();
    TaskKey before = filter.before();
    return database.list(
        TransactionIsolationLevel.READ_COMMITTED,
        handle ->
            handle
                .createQuery(Sql.named("task/list"))
                .bind("workspace", filter.workspace().number())
                .bind("batch", filter.batchId())
                .bind("status", state == null ? null : state.columnName())
                .bind("kind", filter.kind())
                .bind("name", filter.name())
                .bind("timeout", filter.timeoutSecs())
                .bind("metadata", filter.metadata())
                .bind("failure_reason", filter.failureReason())
                .bind("worker", filter.worker())
                .bind("labels", filter.origin().labels())
                .bind("workflow", filter.origin().workflow())
                .bind("created_after", filter.created().afterColumn())
                .bind("created_before", filter.created().beforeColumn())
                .bind("ended_after", filter.ended().afterColumn())
                .bind("ended_before", filter.ended().beforeColumn())
                .bind("before_batch", before == null ? null : before.batchId())
                .bind("before_no", before == null ? null : before.no())
                .bind("offset", offset)
                .bind("limit", limit)
                .map((row, _) -> TaskRow.read(row))
                .list());
  }

  /** One task; empty when there is none of that key. */
  public Optional<TaskDetail> find(TaskKey task) {
    return details(task.batchId(), task.no() - 1, task.no(), true).stream().findFirst();
  }

  /** Everything about the tasks of a batch with these numbers, in order. */
  public List<TaskDetail> details(UUID batchId, int after, int last, boolean items) {
    return database
        .reader()
        .withHandle(handle -> {
          List<Integer> tied = new ArrayList<>();
          List<TaskDetail> tasks =
              run(handle, "task/details", batchId, after, last, items)
                  .map((row, _) -> {
                    if (row.getInt("foreign_parents") > 0) {
                      tied.add(row.getInt("no"));
                    }
                    return TaskDetail.read(row);
                  })
                  .list();
          return new Parents(handle, batchId).of(tasks, tied);
        });
  }

  /** What the ledger does not tell of a task's attempts; empty when there is no such task. */
  public List<AttemptRow> attempts(TaskKey task) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("attempt/of_task"))
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .map((row, _) ->
                    new AttemptRow(
                        row.getInt("attempt"), row.getString("worker"), row.getString("error")))
                .list());
  }

  /**
   * The tasks of a batch with these numbers, in order.
   *
   * @param items whether the items of spreads are among them
   */
  public List<TaskRow> rows(UUID batchId, int after, int last, boolean items) {
    return database
        .reader()
        .withHandle(handle ->
            run(handle, "task/of_batch", batchId, after, last, items)
                .map((row, _) -> TaskRow.read(row))
                .list());
  }

  /** How the items of each spread of a batch stand. */
  public List<SpreadRow> spreads(UUID batchId) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("task/spreads"))
                .bind("batch", batchId)
                .map((row, _) -> SpreadRow.read(batchId, row))
                .list());
  }

  private static Query run(
      Handle handle, String statement, UUID batchId, int after, int last, boolean items) {
    return handle
        .createQuery(Sql.named(statement))
        .bind("batch", batchId)
        .bind("after", after)
        .bind("last", last)
        .bind("items", items);
  }
}
