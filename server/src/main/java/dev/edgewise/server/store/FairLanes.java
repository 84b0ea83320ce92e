package dev.edgewise.server.store;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Sql;
import org.jdbi.v3.core.Handle;

/**
 * Whether keys share any lane. While none does, tasks are queued without looking for shares. A
 * server learns once a second what the other servers of its database have begun to use.
 */
public final class FairLanes {
  private volatile boolean used;

  private FairLanes() {}

  private static FairLanes remembered(Handle handle) {
    return Database.era(handle).remembered(FairLanes.class, FairLanes::new);
  }

  /** Whether tasks have to be queued by the shares of their keys. */
  public static boolean used(Handle handle) {
    return remembered(handle).used;
  }

  /** Takes note that a task with a key is submitted here. */
  public static void use(Handle handle) {
    remembered(handle).used = true;
  }

  /** Asks the database. */
  public static void learn(Handle handle) {
    remembered(handle).used =
        handle.createQuery(Sql.named("fairness/any")).mapTo(Boolean.class).one();
  }

  /** Whether tasks share a lane of webhooks with those of other workspaces, even without a key. */
  public static boolean shared(String lane, Workspace workspace) {
    return !workspace.equals(Workspace.DEFAULT) && Lane.isHook(lane);
  }
}
