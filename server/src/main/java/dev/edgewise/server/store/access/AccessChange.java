package dev.edgewise.server.store.access;

import dev.edgewise.server.database.Sql;
import org.jdbi.v3.core.Handle;

/** The message to all servers that keys, sessions or workspaces have changed. */
final class AccessChange {

  private AccessChange() {}

  /** Sends the message when the transaction commits. */
  static void announce(Handle handle) {
    handle.createQuery(Sql.named("signal/access_changed")).mapToMap().one();
  }
}
