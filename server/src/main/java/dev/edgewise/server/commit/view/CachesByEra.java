package dev.edgewise.server.commit.view;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Era;
import org.jdbi.v3.core.Handle;

/**
 * The caches of the current era. A new era begins without any: after a failover that lost commits,
 * the database may give a version that it gave before to another change, and a number to another
 * task.
 */
public final class CachesByEra {
  private final Database database;
  private volatile Remembered current;

  private record Remembered(Era era, Caches caches) {}

  public CachesByEra(Database database) {
    this.database = database;
    this.current = new Remembered(database.era(), new Caches());
  }

  /**
   * The caches for a transaction on this handle. What a transaction learns on a connection of an
   * era that has ended is not kept.
   */
  public Caches of(Handle handle) {
    Era era = Database.era(handle);
    Remembered latest = current;
    return latest.era() == era ? latest.caches() : other(era);
  }

  private synchronized Caches other(Era era) {
    if (current.era() != era && database.era() == era) {
      current = new Remembered(era, new Caches());
    }
    return current.era() == era ? current.caches() : new Caches();
  }

  /** The caches of the current era. */
  public Caches latest() {
    return current.caches();
  }
}
