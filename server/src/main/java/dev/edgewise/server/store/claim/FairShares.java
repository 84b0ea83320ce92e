package dev.edgewise.server.store.claim;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;

/** What keys have used up of the lanes that they share. */
public final class FairShares {
  private static final int MAX_AT_ONCE = 1_000;

  private final Database database;

  public FairShares(Database database) {
    this.database = database;
  }

  /**
   * Forgets some shares that lie behind the front of their lanes, and lanes in which no key has a
   * share any more.
   *
   * @return whether there may be more
   */
  public boolean sweep() {
    return database
        .engine()
        .withHandle(handle -> {
          int shares =
              handle.createUpdate(Sql.named("fairness/sweep")).bind("max", MAX_AT_ONCE).execute();
          int lanes =
              handle.createUpdate(Sql.named("fairness/close")).bind("max", MAX_AT_ONCE).execute();
          return shares == MAX_AT_ONCE || lanes == MAX_AT_ONCE;
        });
  }
}
