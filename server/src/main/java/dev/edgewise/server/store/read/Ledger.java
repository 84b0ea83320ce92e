package dev.edgewise.server.store.read;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Reads the ledger, in order.
 *
 * <p>Each reading takes the number up to which the ledger is settled, so that it never passes a row
 * that is yet to appear. Its caller finds that number with {@link #mark} and {@link #writers}.
 */
public final class Ledger {
  private final Database database;

  /** A number, and the transactions that may still bring rows up to it. */
  public record Mark(long seq, Set<String> writers) {
    public Mark {
      writers = Set.copyOf(writers);
    }
  }

  public Ledger(Database database) {
    this.database = database;
  }

  /**
   * The entries of a batch that follow one of them, at most so many.
   *
   * @param after an entry's id; 0 begins at the start
   */
  public List<LedgerRow> entries(UUID batchId, long after, long settled, int limit) {
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

  /**
   * The entries about a task but signs of life that follow one of them, oldest first, at most so
   * many.
   *
   * @param after an entry's id; 0 begins at the start
   */
  public List<LedgerRow> about(TaskKey task, long after, long settled, int limit) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("event/of_task"))
                .bind("batch", task.batchId())
                .bind("no", task.no())
                .bind("after", after)
                .bind("settled", settled)
                .bind("limit", limit)
                .map((row, _) -> LedgerRow.read(task.batchId(), row))
                .list());
  }

  /** The number of the newest row of each of these batches; a batch without any is left out. */
  public Map<UUID, Long> newest(Collection<UUID> batches, long settled) {
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

  /**
   * The highest number given out, and the transactions that may still bring rows up to it.
   *
   * <p>The order matters: a transaction that took a number before the first query is in the second.
   */
  public Mark mark() {
    return database
        .reader()
        .withHandle(handle -> {
          long seq = handle.createQuery(Sql.named("event/last_seq")).mapTo(Long.class).one();
          return new Mark(seq, writers(handle));
        });
  }

  /** The transactions under way that write to the ledger. */
  public Set<String> writers() {
    return database.reader().withHandle(Ledger::writers);
  }

  private static Set<String> writers(Handle handle) {
    return Set.copyOf(handle.createQuery(Sql.named("event/writers")).mapTo(String.class).list());
  }
}
