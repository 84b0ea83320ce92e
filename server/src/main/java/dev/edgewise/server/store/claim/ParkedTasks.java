package dev.edgewise.server.store.claim;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.util.HashSet;
import java.util.Set;

/** Ready tasks that a rule holds back. */
public final class ParkedTasks {
  private final Database database;

  public ParkedTasks(Database database) {
    this.database = database;
  }

  /**
   * Lets the first parked task of each rule try again and returns the lanes of these tasks. Only
   * this finds a place that became free while a task was being parked.
   */
  public Set<String> probe() {
    return new HashSet<>(
        database
            .engine()
            .withHandle(
                handle -> handle.createQuery(Sql.named("queue/probe")).mapTo(String.class).list()));
  }
}
