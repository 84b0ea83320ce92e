package dev.edgewise.server.store.graph;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The batches that a transaction has to itself: those it names and all that edges tie to them. Ones
 * that do not exist are left out.
 */
public final class BatchLocks {
  private static final String LOCK = Sql.named("batch/lock");

  /** Two statements, so that the second sees what was committed while the first waited. */
  private static final String LOCK_AND_READ = LOCK + Sql.named("task/states");

  private static final String LOCK_AND_READ_ALL = LOCK_AND_READ + Sql.named("task/to_give");

  private final Map<UUID, Integer> lastNumbers = new HashMap<>();
  private final Map<UUID, Integer> totals = new HashMap<>();
  private final Map<UUID, Long> versions = new HashMap<>();
  private final Map<UUID, Integer> growths = new HashMap<>();
  private final Set<UUID> tied = new HashSet<>();
  private @Nullable Instant now;

  private BatchLocks() {}

  /** Waits for the locks and holds them until the transaction ends. */
  public static BatchLocks take(Handle handle, Collection<UUID> batches) {
    BatchLocks locks = new BatchLocks();
    return locks.taken(handle, batches, () -> locks.look(handle, batches));
  }

  /**
   * The same, and reads with the first exchange where tasks of these batches stand once they are
   * locked, and what executors have to know of some of them.
   *
   * @param wanted of these it is read
   */
  public static BatchLocks take(
      Handle handle,
      Collection<UUID> batches,
      Collection<TaskKey> tasks,
      Collection<TaskKey> wanted,
      Consumer<StandingRow> standing,
      Consumer<TaskBrief> briefs) {
    BatchLocks locks = new BatchLocks();
    return locks.taken(
        handle, batches, () -> locks.look(handle, batches, tasks, wanted, standing, briefs));
  }

  private BatchLocks taken(Handle handle, Collection<UUID> batches, Runnable firstLook) {
    now =
        Database.era(handle)
            .clock()
            .observe(() -> {
              firstLook.run();
              follow(handle, batches);
              return now;
            });
    return this;
  }

  /** While a look waited, edges may have come to batches that it did not know of. */
  private void follow(Handle handle, Collection<UUID> batches) {
    int before = 0;
    while (!tied.isEmpty() && lastNumbers.size() > before) {
      before = lastNumbers.size();
      look(handle, batches);
    }
  }

  private void look(Handle handle, Collection<UUID> batches) {
    handle.createQuery(LOCK).bind("locked", Columns.of(batches)).map((row, _) -> add(row)).list();
  }

  private void look(
      Handle handle,
      Collection<UUID> batches,
      Collection<TaskKey> tasks,
      Collection<TaskKey> wanted,
      Consumer<StandingRow> standing,
      Consumer<TaskBrief> briefs) {
    var columns = new Columns();
    tasks.forEach(columns.keys()::add);
    if (!wanted.isEmpty()) {
      wanted.forEach(columns.keys("give")::add);
    }
    columns
        .bindTo(handle.createQuery(wanted.isEmpty() ? LOCK_AND_READ : LOCK_AND_READ_ALL))
        .bind("locked", Columns.of(batches))
        .execute((executed, context) -> {
          try (context) {
            PreparedStatement statement = executed.get();
            ResultSet locked = statement.getResultSet();
            while (locked.next()) {
              add(locked);
            }
            statement.getMoreResults();
            ResultSet read = statement.getResultSet();
            while (read.next()) {
              standing.accept(StandingRow.read(read));
            }
            if (statement.getMoreResults()) {
              ResultSet known = statement.getResultSet();
              while (known.next()) {
                briefs.accept(TaskBrief.read(known));
              }
            }
            return this;
          }
        });
  }

  private UUID add(ResultSet row) throws SQLException {
    UUID batchId = row.getObject("batch_id", UUID.class);
    if (row.getBoolean("tied")) {
      tied.add(batchId);
    }
    now = row.getTimestamp("now").toInstant();
    lastNumbers.put(batchId, row.getInt("last_no"));
    totals.put(batchId, row.getInt("total"));
    versions.put(batchId, row.getLong("version"));
    growths.put(batchId, row.getInt("grown"));
    return batchId;
  }

  /** Whether the batch exists and is locked. */
  public boolean contains(UUID batchId) {
    return lastNumbers.containsKey(batchId);
  }

  /** The versions of the locked batches. */
  public Map<UUID, Long> versions() {
    return versions;
  }

  /** How often tasks were added to the batch. */
  public int growth(UUID batchId) {
    return growths.getOrDefault(batchId, 0);
  }

  /** Whether edges tie the batch to others. */
  public boolean tied(UUID batchId) {
    return tied.contains(batchId);
  }

  /** The database's time once the locks were held; of no use if none of the batches exists. */
  public Instant now() {
    return Objects.requireNonNullElse(now, Instant.EPOCH);
  }

  /** Numbers for new tasks of a batch: the first of {@code count}. */
  public int allot(UUID batchId, int count) {
    int last = last(batchId);
    lastNumbers.put(batchId, Math.addExact(last, count));
    totals.merge(batchId, count, Integer::sum);
    return last + 1;
  }

  /** How many numbers are left. A number is never given twice, also if its task was removed. */
  public int numbersLeft(UUID batchId) {
    return Integer.MAX_VALUE - last(batchId);
  }

  private int last(UUID batchId) {
    Integer last = lastNumbers.get(batchId);
    if (last == null) {
      throw new IllegalStateException("batch " + batchId + " is not locked");
    }
    return last;
  }

  /** How many tasks a batch has, with those that got their numbers here. */
  public int count(UUID batchId) {
    return totals.getOrDefault(batchId, 0);
  }
}
