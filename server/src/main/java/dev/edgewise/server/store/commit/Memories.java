package dev.edgewise.server.store.commit;

import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.Era;
import org.jdbi.v3.core.Handle;

/**
 * The memory of each era. A new era begins without any: after a failover that lost commits, the
 * database may give a version that it gave before to something else, and a number to another task.
 */
final class Memories {
  private final Database database;
  private volatile Remembered current;

  private record Remembered(Era era, Memory memory) {}

  Memories(Database database) {
    this.database = database;
    this.current = new Remembered(database.era(), new Memory());
  }

  /**
   * The memory for a transaction on this handle, for all that it recalls and learns. What a
   * transaction learns on a connection of an era that has ended is not kept.
   */
  Memory of(Handle handle) {
    Era era = Database.era(handle);
    Remembered latest = current;
    return latest.era() == era ? latest.memory() : other(era);
  }

  private synchronized Memory other(Era era) {
    if (current.era() != era && database.era() == era) {
      current = new Remembered(era, new Memory());
    }
    return current.era() == era ? current.memory() : new Memory();
  }

  /** That of now. */
  Memory latest() {
    return current.memory();
  }
}
