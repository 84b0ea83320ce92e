package dev.edgewise.server.database;

import org.jspecify.annotations.Nullable;

/**
 * A period in which this server has lost no connection and PostgreSQL was not restarted or
 * replaced. State read from the database belongs to the era of its connection and may be used only
 * with connections of the same era. Eras are compared by identity.
 */
public final class Era {
  private final @Nullable ServerRun run;

  /**
   * @param run null until the first connection is open
   */
  Era(@Nullable ServerRun run) {
    this.run = run;
  }

  @Nullable ServerRun run() {
    return run;
  }
}
