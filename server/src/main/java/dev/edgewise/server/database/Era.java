package dev.edgewise.server.database;

import org.jspecify.annotations.Nullable;

/**
 * The time in which this server has lost no connection and its database was one run of one server.
 * Whatever was learned from the database belongs to the era of the connection that it was learned
 * from, and may be relied on only with connections of the same era. Each is equal to itself only.
 */
public final class Era {
  private final @Nullable ServerRun run;

  /**
   * @param run null until a first connection has been made
   */
  Era(@Nullable ServerRun run) {
    this.run = run;
  }

  @Nullable ServerRun run() {
    return run;
  }
}
