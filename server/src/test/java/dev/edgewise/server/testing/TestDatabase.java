package dev.edgewise.server.testing;

import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.DatabaseSettings;
import dev.edgewise.server.store.DatabaseUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A migrated database that belongs to one test. */
public final class TestDatabase implements AutoCloseable {

  private static final int POOL_MAX_SIZE = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DatabaseUrl url;
  private @Nullable Database database;

  private TestDatabase(DatabaseUrl url) {
    this.url = url;
  }

  /** A fresh database with the schema in it. */
  public static TestDatabase open() {
    return new TestDatabase(TestServer.shared().copyOfTemplate());
  }

  /** A fresh database with nothing in it, for tests of the migrations themselves. */
  public static TestDatabase openEmpty() {
    return new TestDatabase(TestServer.shared().emptyDatabase());
  }

  public DatabaseUrl url() {
    return url;
  }

  /** The driver's address, user and password included. */
  public String jdbcUrl() {
    return TestServer.jdbcUrl(url);
  }

  public DatabaseSettings settings() {
    return new DatabaseSettings(url, POOL_MAX_SIZE, PATIENCE);
  }

  /** The database as the server uses it, opened on first use and closed with this. */
  public synchronized Database database() {
    if (database == null) {
      database = Database.open(settings());
    }
    return database;
  }

  @Override
  public synchronized void close() {
    if (database != null) {
      database.close();
    }
    TestServer.shared().drop(url);
  }
}
