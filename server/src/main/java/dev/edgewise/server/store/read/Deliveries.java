package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.util.List;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.jspecify.annotations.Nullable;

/** Reads the calls that tasks made or owe. */
public final class Deliveries {
  private final Database database;

  public Deliveries(Database database) {
    this.database = database;
  }

  /**
   * The calls of a task, in the order in which they came up.
   *
   * @param maxBodyChars how much is read of each answer
   */
  public List<DeliveryRow> of(TaskKey task, int maxBodyChars) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("webhook_execution/of_task"))
                .bind("task", task.toString())
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .bind("max_body_chars", maxBodyChars)
                .map((row, _) -> DeliveryRow.read(row))
                .list());
  }

  /**
   * The calls of a workspace, those of new batches first.
   *
   * @param state owed, dead or delivered; null for all calls
   * @param before only calls whose key comes behind this one in the list; null for the first page
   */
  public List<DeliveryRow> list(
      Workspace workspace,
      @Nullable String state,
      @Nullable String before,
      int limit,
      int maxBodyChars) {
    return database.list(
        TransactionIsolationLevel.READ_COMMITTED,
        handle ->
            handle
                .createQuery(Sql.named("webhook_execution/list"))
                .bind("workspace", workspace.number())
                .bind("state", state)
                .bind("before", before)
                .bind("limit", limit)
                .bind("max_body_chars", maxBodyChars)
                .map((row, _) -> DeliveryRow.read(row))
                .list());
  }
}
