package dev.edgewise.server.app;

import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connection to the database, and the embedded PostgreSQL if no database is configured. */
public final class DatabasePart implements AutoCloseable {

  private final Database database;
  private final @Nullable EmbeddedPostgres postgres;

  private DatabasePart(Database database, @Nullable EmbeddedPostgres postgres) {
    this.database = database;
    this.postgres = postgres;
  }

  /** Connects to the configured database, or starts the embedded one. */
  public static DatabasePart start(Settings.Storage settings) {
    DatabaseUrl url = settings.url();
    if (url != null) {
      Secret password = url.password();
      return new DatabasePart(
          Database.open(
              new DatabaseSettings(
                  url.jdbcUrl(),
                  url.user(),
                  password == null ? null : password.reveal(),
                  settings.poolMaxSize(),
                  settings.connectTimeout())),
          null);
    }
    EmbeddedPostgres postgres =
        EmbeddedPostgres.start(
            PostgresSettings.in(settings.dataDir()).forPools(settings.poolMaxSize()));
    try {
      return new DatabasePart(open(postgres.address(), settings), postgres);
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  /** Like {@link #start}, but uses the embedded PostgreSQL of a running server if there is one. */
  public static DatabasePart beside(Settings.Storage settings) {
    Optional<PostgresAddress> running =
        settings.embedded()
            ? EmbeddedPostgres.running(PostgresSettings.in(settings.dataDir()))
            : Optional.empty();
    return running
        .map(address -> new DatabasePart(open(address, settings), null))
        .orElseGet(() -> start(settings));
  }

  private static Database open(PostgresAddress address, Settings.Storage settings) {
    return Database.open(
        new DatabaseSettings(
            address.jdbcUrl(),
            address.user(),
            address.password(),
            settings.poolMaxSize(),
            settings.connectTimeout()));
  }

  public Database database() {
    return database;
  }

  @Override
  public void close() {
    try {
      database.close();
    } finally {
      if (postgres != null) {
        postgres.close();
      }
    }
  }
}
