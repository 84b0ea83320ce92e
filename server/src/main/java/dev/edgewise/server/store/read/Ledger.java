package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads the ledger, in order and without ever passing an entry that is yet to appear. */
public final class Ledger {
  private final Database database;
  private final Horizon horizon;

  public Ledger(Database database) {
    this.database = database;
    this.horizon = new Horizon(database);
  }

  /**
   * The entries of a batch that follow one of them, at most so many.
   *
   * @param after an entry's id; 0 begins at the start
   */
  public List<LedgerRow> entries(UUID batchId, long after, int limit) throws InterruptedException {
    long settled = horizon.settled();
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("event/entries"))
                .bind("batch", batchId)
                .bind("after", after)
                .bind("settled", settled)
                .bind("limit", limit)
                .map((row, _) -> LedgerRow.read(batchId, row))
                .list());
  }

  /** The entries about a task but signs of life, oldest first, at most so many. */
  public List<LedgerRow> about(TaskKey task, int limit) throws InterruptedException {
    long settled = horizon.settled();
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("event/of_task"))
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .bind("settled", settled)
                .bind("limit", limit)
                .map((row, _) -> LedgerRow.read(task.batchId(), row))
                .list());
  }

  /** The number of the newest row of each of these batches; a batch without any is left out. */
  public Map<UUID, Long> newest(Collection<UUID> batches) throws InterruptedException {
    long settled = horizon.settled();
    Map<UUID, Long> newest = new HashMap<>();
    database
        .reader()
        .useHandle(handle ->
            handle
                .createQuery(Sql.named("event/newest"))
                .bind("batches", Columns.of(batches))
                .bind("settled", settled)
                .map((row, _) ->
                    Map.entry(row.getObject("batch_id", UUID.class), row.getLong("seq")))
                .forEach(entry -> newest.put(entry.getKey(), entry.getValue())));
    return newest;
  }

  /** An id that every entry so far is below of, and every later one above. */
  public long now() throws InterruptedException {
    return (horizon.settled() + 1) * LedgerRow.ENTRIES_PER_ROW - 1;
  }
}
