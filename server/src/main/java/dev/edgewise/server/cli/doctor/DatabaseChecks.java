package dev.edgewise.server.cli.doctor;

import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.DatabaseInspection;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Checks the database that the server would use. */
final class DatabaseChecks {

  private static final String DATABASE = "database";
  private static final Duration TOLERABLE_SKEW = Duration.ofSeconds(2);

  private DatabaseChecks() {}

  static List<CheckResult> embedded(Path dataFolder, boolean serving) {
    List<String> obstacles = EmbeddedPostgres.obstacles(PostgresSettings.in(dataFolder));
    if (!obstacles.isEmpty()) {
      return obstacles.stream().map(text -> CheckResult.fail(DATABASE, text)).toList();
    }
    return List.of(
        CheckResult.ok(
            DATABASE,
            (serving ? "PostgreSQL %s runs in the data folder" : "PostgreSQL %s is included")
                .formatted(EmbeddedPostgres.version())));
  }

  static List<CheckResult> external(Settings.Storage storage, InstantSource clock) {
    DatabaseSettings settings = settings(storage);
    try {
      DatabaseInspection database = DatabaseInspection.of(settings, clock);
      List<CheckResult> results = new ArrayList<>();
      if (!database.isSupported()) {
        results.add(
            CheckResult.fail(
                DATABASE,
                "%s is version %s: Edgewise needs 15 or newer"
                    .formatted(settings, database.version())));
      }
      if (database.readOnly()) {
        results.add(
            CheckResult.fail(
                DATABASE, "%s is read-only: name the primary in DATABASE_URL".formatted(settings)));
      } else if (!database.mayCreate()) {
        results.add(
            CheckResult.fail(
                DATABASE,
                ("%s does not allow this user to create tables: grant CREATE on the schema, or use"
                        + " the schema's owner in DATABASE_URL")
                    .formatted(settings)));
      }
      if (!database.durable()) {
        results.add(
            CheckResult.warn(
                DATABASE,
                "%s may lose commits in a crash: set fsync and synchronous_commit to on"
                    .formatted(settings)));
      }
      if (database.freeConnections() < storage.poolMaxSize()) {
        results.add(
            CheckResult.warn(
                DATABASE,
                ("%s has %d free connections but POOL_MAX_SIZE is %d: raise max_connections, or"
                        + " lower POOL_MAX_SIZE")
                    .formatted(settings, database.freeConnections(), storage.poolMaxSize())));
      }
      if (database.clockAhead().abs().compareTo(TOLERABLE_SKEW) > 0) {
        results.add(
            CheckResult.warn(
                "clock",
                "the database's clock is %d s ahead of this machine's: synchronise both with NTP"
                    .formatted(database.clockAhead().toSeconds())));
      }
      if (results.isEmpty()) {
        results.add(
            CheckResult.ok(DATABASE, "%s, version %s".formatted(settings, database.version())));
      }
      return results;
    } catch (SQLException e) {
      return List.of(
          CheckResult.fail(
              DATABASE,
              "%s cannot be used (%s): check DATABASE_URL and that PostgreSQL is running"
                  .formatted(
                      settings, String.valueOf(e.getMessage()).lines().findFirst().orElse(""))));
    }
  }

  private static DatabaseSettings settings(Settings.Storage storage) {
    DatabaseUrl url = Objects.requireNonNull(storage.url());
    Secret password = url.password();
    return new DatabaseSettings(
        url.jdbcUrl(),
        url.user(),
        password == null ? null : password.reveal(),
        storage.poolMaxSize(),
        storage.connectTimeout());
  }
}
