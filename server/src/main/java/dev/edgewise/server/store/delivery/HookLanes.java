package dev.edgewise.server.store.delivery;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import java.util.List;

/** Finds the hosts that ready tasks want to call. */
public final class HookLanes {
  private final Database database;

  public HookLanes(Database database) {
    this.database = database;
  }

  /** The next lanes in order after the one given, or from the first one on after an empty text. */
  public List<String> after(String lane, int max) {
    return database
        .engine()
        .withHandle(handle ->
            handle
                .createQuery(Sql.named("queue/hook_lanes"))
                .bind("after", lane)
                .bind("max", max)
                .mapTo(String.class)
                .list());
  }
}
