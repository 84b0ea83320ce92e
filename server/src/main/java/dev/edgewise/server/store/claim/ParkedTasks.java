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
   * Lets the first task of each held-back set try again; answers their lanes. A place that becomes
   * free while a task is being parked is seen by nobody else.
   */
  public Set<String> probe() {
    return new HashSet<>(
        database
            .engine()
            .withHandle(
                handle -> handle.createQuery(Sql.named("queue/probe")).mapTo(String.class).list()));
  }
}
