package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

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
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("task/list"))
                .bind("batch", filter.batchId())
                .bind("status", state == null ? null : state.columnName())
                .bind("kind", filter.kind())
                .bind("name", filter.name())
                .bind("timeout", filter.timeoutSecs())
                .bind("metadata", filter.metadata())
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
    return run("task/details", batchId, after, last, items, TaskDetail::read);
  }

  /**
   * The tasks of a batch with these numbers, in order.
   *
   * @param items whether the items of spreads are among them
   */
  public List<TaskRow> rows(UUID batchId, int after, int last, boolean items) {
    return run("task/of_batch", batchId, after, last, items, TaskRow::read);
  }

  /** Reads one row. */
  private interface Reading<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> run(
      String statement, UUID batchId, int after, int last, boolean items, Reading<T> reading) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named(statement))
                .bind("batch", batchId)
                .bind("after", after)
                .bind("last", last)
                .bind("items", items)
                .map((row, _) -> reading.read(row))
                .list());
  }
}
