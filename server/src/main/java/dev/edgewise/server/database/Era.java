package dev.edgewise.server.database;

import dev.edgewise.server.life.WaitClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A period in which this server has lost no connection and PostgreSQL was not restarted or
 * replaced. State read from the database belongs to the era of its connection and may be used only
 * with connections of the same era. Eras are compared by identity.
 */
public final class Era {
  private final @Nullable ServerRun run;
  private final Map<Class<?>, Object> memories = new ConcurrentHashMap<>();
  private final DatabaseClock clock = new DatabaseClock(WaitClock.SYSTEM);

  /**
   * @param run null until the first connection is open
   */
  Era(@Nullable ServerRun run) {
    this.run = run;
  }

  /**
   * Returns what a class remembers of the database in this era.
   *
   * @param fresh makes the memory when there is none yet
   */
  public <T> T remembered(Class<T> type, Supplier<T> fresh) {
    return type.cast(memories.computeIfAbsent(type, _ -> fresh.get()));
  }

  @Nullable ServerRun run() {
    return run;
  }

  /**
   * The estimated clock of the database. A new era begins without an estimate, because the machine
   * that took over has a clock of its own.
   */
  public DatabaseClock clock() {
    return clock;
  }
}
