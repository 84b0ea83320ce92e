package dev.edgewise.server.testing;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A migrated database that belongs to one test. It refuses every transaction that changes what
 * servers remember of a batch without moving the batch's version (I28). Closing it runs {@code fsck
 * --replay} and fails the test when that finds a difference; close the servers on it first.
 */
public final class TestDatabase implements AutoCloseable {

  private final String name;
  private @Nullable Database database;
  private boolean checked = true;

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

  /** Adds the I28 triggers to a database that a test has migrated itself. */
  public void watchVersions() {
    TestServer.watchVersions(database());
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

  /** The single text that a query returns. */
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

  /**
   * Closes without a check, because the test writes rows on purpose that no server would write.
   *
   * @param reason what is wrong with the rows, for the reader of the test
   */
  public synchronized TestDatabase damagedBecause(String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("Say what the test does to the rows.");
    }
    checked = false;
    return this;
  }

  /**
   * Whether the schema exists; uses its own connection, because a test may have closed the pools.
   */
  private boolean migrated() {
    try (Connection connection = DriverManager.getConnection(jdbcUrl());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select to_regclass('task_state') is not null")) {
      return row.next() && row.getBoolean(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (checked && migrated()) {
        FsckAssertion.assertClean(database());
      }
    } finally {
      if (database != null) {
        database.close();
      }
      TestServer.shared().drop(name);
    }
  }
}
