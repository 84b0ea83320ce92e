package dev.edgewise.server.store.commit;

import dev.edgewise.server.store.Columns;
import dev.edgewise.server.store.Sql;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * The batches that a transaction has to itself: those it names and all that edges tie to them. Ones
 * that do not exist are left out.
 */
public final class BatchLocks {
  private final Map<UUID, Integer> lastNumbers = new HashMap<>();
  private final Set<UUID> tied = new HashSet<>();
  private Instant now = Instant.EPOCH;

  private BatchLocks() {}

  /** Waits for the locks and holds them until the transaction ends. */
  public static BatchLocks take(Handle handle, Collection<UUID> batches) {
    BatchLocks locks = new BatchLocks();
    int before;
    do {
      before = locks.lastNumbers.size();
      locks.look(handle, batches);
      // While one look waited, edges may have come to batches that it did not know of.
    } while (!locks.tied.isEmpty() && locks.lastNumbers.size() > before);
    return locks;
  }

  private void look(Handle handle, Collection<UUID> batches) {
    handle
        .createQuery(Sql.named("batch/lock"))
        .bind("batches", Columns.of(batches))
        .map((row, _) -> {
          UUID batchId = row.getObject("batch_id", UUID.class);
          if (row.getBoolean("tied")) {
            tied.add(batchId);
          }
          now = row.getTimestamp("now").toInstant();
          return lastNumbers.put(batchId, row.getInt("last_no"));
        })
        .list();
  }

  /** Whether the batch exists and is locked. */
  boolean contains(UUID batchId) {
    return lastNumbers.containsKey(batchId);
  }

  /** Whether edges tie the batch to others. */
  boolean tied(UUID batchId) {
    return tied.contains(batchId);
  }

  /** The database's clock once the locks were held. */
  Instant now() {
    return now;
  }

  /** Numbers for new tasks of a batch: the first of {@code count}. */
  int allot(UUID batchId, int count) {
    Integer last = lastNumbers.get(batchId);
    if (last == null) {
      throw new IllegalStateException("batch " + batchId + " is not locked");
    }
    lastNumbers.put(batchId, last + count);
    return last + 1;
  }
}
