package dev.edgewise.server.store.read;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;

/** Reads how much waits and how much is held. */
public final class Loads {
  private static final int MAX_COUNT = 100_000;

  private final Database database;

  public Loads(Database database) {
    this.database = database;
  }

  /** As it is now, on all servers of the database; what exceeds a bound is not counted further. */
  public Load now() {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("queue/load"))
                .bind("bound", MAX_COUNT)
                .map((row, _) ->
                    new Load(
                        row.getLong("ready"),
                        row.getLong("parked"),
                        row.getLong("by_workers"),
                        row.getLong("by_webhooks"),
                        row.getLong("workers"),
                        row.getLong("owed")))
                .one());
  }
}
