package dev.edgewise.server.app;

import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.DatabaseSettings;
import org.jspecify.annotations.Nullable;

/** The database, and the PostgreSQL of our own under it when none is given. */
public final class DatabasePart implements AutoCloseable {

  private final Database database;
  private final @Nullable EmbeddedPostgres postgres;

  private DatabasePart(Database database, @Nullable EmbeddedPostgres postgres) {
    this.database = database;
    this.postgres = postgres;
  }

  /** Connects to the database that the settings name, or starts one. */
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
      PostgresAddress address = postgres.address();
      return new DatabasePart(
          Database.open(
              new DatabaseSettings(
                  address.jdbcUrl(),
                  address.user(),
                  address.password(),
                  settings.poolMaxSize(),
                  settings.connectTimeout())),
          postgres);
    } catch (RuntimeException e) {
      postgres.close();
      throw e;
    }
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
