package dev.edgewise.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;

/**
 * Properties of a database server, read without changing anything in it.
 *
 * @param version as PostgreSQL reports it
 * @param major the first number of the version
 * @param readOnly whether it is a standby or refuses writes
 * @param mayCreate whether the configured user may create tables
 * @param durable whether a commit is on disk when it is acknowledged
 * @param freeConnections how many more connections it accepts
 * @param clockAhead how far its clock is ahead of this machine's
 */
public record DatabaseInspection(
    String version,
    int major,
    boolean readOnly,
    boolean mayCreate,
    boolean durable,
    int freeConnections,
    Duration clockAhead) {

  /** Opens a connection and reads the properties. */
  public static DatabaseInspection of(DatabaseSettings settings, InstantSource clock)
      throws SQLException {
    try (Connection connection = Pools.any(settings);
        Statement statement = connection.createStatement()) {
      Instant asked = clock.instant();
      try (ResultSet row = statement.executeQuery(Sql.named("database/inspect"))) {
        Duration halfTheTrip = Duration.between(asked, clock.instant()).dividedBy(2);
        row.next();
        return new DatabaseInspection(
            row.getString("version"),
            row.getInt("major"),
            row.getBoolean("read_only"),
            row.getBoolean("may_create"),
            row.getBoolean("durable"),
            row.getInt("free_connections"),
            Duration.between(
                asked.plus(halfTheTrip), row.getObject("now", OffsetDateTime.class).toInstant()));
      }
    }
  }

  /** Whether Edgewise works with this version. */
  public boolean isSupported() {
    return major >= DatabaseWait.OLDEST_MAJOR;
  }
}
