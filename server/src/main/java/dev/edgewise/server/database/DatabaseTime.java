package dev.edgewise.server.database;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** The time of the database, which rules over the clocks of the servers. */
public final class DatabaseTime {

  private DatabaseTime() {}

  /** Asks for it, for statements that write it. */
  public static Instant now(Handle handle) {
    return handle
        .createQuery(Sql.named("database/now"))
        .map((row, _) -> row.getTimestamp(1).toInstant())
        .one();
  }
}
