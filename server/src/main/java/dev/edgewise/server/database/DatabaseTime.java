package dev.edgewise.server.database;

import java.time.Instant;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The time of the database, which rules over the clocks of the servers. */
public final class DatabaseTime {

  private DatabaseTime() {}

  /** The time for a statement that is sent next; asks for it if no recent response contained it. */
  public static Instant now(Handle handle) {
    DatabaseClock clock = Database.era(handle).clock();
    @Nullable Instant known = clock.now();
    return known == null ? Objects.requireNonNull(clock.observe(() -> ask(handle))) : known;
  }

  private static Instant ask(Handle handle) {
    return handle
        .createQuery(Sql.named("database/now"))
        .map((row, _) -> row.getTimestamp(1).toInstant())
        .one();
  }
}
