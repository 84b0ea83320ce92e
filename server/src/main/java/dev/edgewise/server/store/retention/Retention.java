package dev.edgewise.server.store.retention;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.store.Columns;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Removes batches that ended long ago, and old entries of the audit trail. */
public final class Retention {
  private final Database database;

  public Retention(Database database) {
    this.database = database;
  }

  /**
   * Removes the oldest entries of the audit trail from before a moment.
   *
   * @param max the entries that one step removes at most
   */
  public int auditStep(Instant cutoff, int max) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("retention/audit"))
                .bind("cutoff", Timestamp.from(cutoff))
                .bind("max", max)
                .mapTo(Integer.class)
                .one());
  }

  /**
   * Removes the oldest ticks of schedules from before a moment, and backfills that ended before.
   *
   * @param max the ticks that one step removes at most
   */
  public int tickStep(Instant cutoff, int max) {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("retention/ticks"))
                .bind("cutoff", Timestamp.from(cutoff))
                .bind("max", max)
                .mapTo(Integer.class)
                .one());
  }

  /** What one step removed. */
  public record Removed(int batches, long tasks) {}

  /**
   * Removes the oldest of the batches that ended before a moment, whole batches only.
   *
   * @param max the tasks that one step should not pass; a larger batch is a step of its own
   */
  public Removed step(Instant cutoff, int max) {
    return database
        .reader()
        .inTransaction(handle -> {
          List<UUID> batches =
              handle
                  .createQuery(Sql.named("retention/expired"))
                  .bind("cutoff", Timestamp.from(cutoff))
                  .bind("max", max)
                  .mapTo(UUID.class)
                  .list();
          if (batches.isEmpty()) {
            return new Removed(0, 0);
          }
          long tasks =
              handle
                  .createQuery(Sql.named("retention/delete"))
                  .bind("batches", Columns.of(batches))
                  .mapTo(Long.class)
                  .one();
          return new Removed(batches.size(), tasks);
        });
  }
}
