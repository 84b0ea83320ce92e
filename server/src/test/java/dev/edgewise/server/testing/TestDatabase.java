package dev.edgewise.server.testing;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import org.jspecify.annotations.Nullable;

/** A migrated database that belongs to one test. */
public final class TestDatabase implements AutoCloseable {

  private final String name;
  private @Nullable Database database;

  private TestDatabase(String name) {
    this.name = name;
  }

  /** A fresh database with the schema in it. */
  public static TestDatabase open() {
    return new TestDatabase(TestServer.shared().copyOfTemplate());
  }

  /** A fresh database with nothing in it, for tests of the migrations themselves. */
  public static TestDatabase openEmpty() {
    return new TestDatabase(TestServer.shared().emptyDatabase());
  }

  /** The driver's address, user and password included. */
  public String jdbcUrl() {
    return TestServer.shared().jdbcUrl(name);
  }

  public DatabaseSettings settings() {
    return TestServer.shared().settings(name);
  }

  /** The database as the server uses it, opened on first use and closed with this. */
  public synchronized Database database() {
    if (database == null) {
      database = Database.open(settings());
    }
    return database;
  }

  /** What a statement answers with one row of one text. */
  public String text(String sql) {
    return database()
        .reader()
        .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).one());
  }

  /** How many statements wait for a lock. */
  public int blocked() {
    return Integer.parseInt(
        text(
            "select count(*)::text from pg_stat_activity"
                + " where datname = current_database() and wait_event_type = 'Lock'"));
  }

  @Override
  public synchronized void close() {
    if (database != null) {
      database.close();
    }
    TestServer.shared().drop(name);
  }
}
