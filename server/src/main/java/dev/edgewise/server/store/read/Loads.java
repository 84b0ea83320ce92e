package dev.edgewise.server.store.read;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseTime;
import dev.edgewise.server.database.Sql;
import java.sql.Timestamp;
import java.util.List;

/** Reads how much waits and how much is held. */
public final class Loads {
  /** Stands for all workspaces but the first ones. No workspace has this name: it has no slash. */
  public static final String OTHERS = "other";

  private static final int MAX_COUNT = 100_000;

  private final Database database;

  public Loads(Database database) {
    this.database = database;
  }

  /**
   * Returns the load of each workspace now, on all servers of the database. Rows beyond a bound are
   * not counted.
   */
  public List<Load> now() {
    return database
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("queue/load"))
                .bind("bound", MAX_COUNT)
                .bind("named", Limits.METRICS_MAX_WORKSPACES)
                .bind("others", OTHERS)
                .bind("now", Timestamp.from(DatabaseTime.now(handle)))
                .map((row, _) ->
                    new Load(
                        row.getString("workspace"),
                        row.getLong("ready"),
                        row.getLong("parked"),
                        row.getLong("rated"),
                        row.getLong("by_workers"),
                        row.getLong("by_webhooks"),
                        row.getLong("workers"),
                        row.getLong("owed"),
                        new Load.Waits(
                            row.getLong("waits_for"),
                            row.getLong("waits_until"),
                            row.getLong("waits_signal"),
                            row.getLong("waits_approval")),
                        row.getLong("signals"),
                        row.getLong("calls"),
                        row.getLong("dead")))
                .list());
  }
}
