package dev.edgewise.bench.database;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.store.fsck.Finding;
import dev.edgewise.server.store.fsck.Fsck;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A database that one system under test has for itself. */
public final class BenchDatabase implements AutoCloseable {

  private final Postgres postgres;
  private final String name;
  private final String jdbcUrl;
  private final boolean counting;

  BenchDatabase(Postgres postgres, String name, String jdbcUrl) {
    this.postgres = postgres;
    this.name = name;
    this.jdbcUrl = jdbcUrl;
    try (Connection connection = connect()) {
      this.counting = Counters.countStatements(connection);
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached: " + e.getMessage(), e);
    }
  }

  /** The driver's address, user and password included. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  /** The address for other drivers, user and password included. */
  public String url() {
    return jdbcUrl.substring("jdbc:".length()).replaceFirst("&$", "");
  }

  public Postgres postgres() {
    return postgres;
  }

  /** Whether it counts statements. */
  public boolean counts() {
    return counting;
  }

  public Connection connect() {
    return connect("");
  }

  /** A connection with parameters of the driver besides the usual ones. */
  public Connection connect(String parameters) {
    try {
      return DriverManager.getConnection(jdbcUrl + parameters);
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached: " + e.getMessage(), e);
    }
  }

  /** What is stored there and should not be so. */
  public List<Finding> findings() {
    analyze();
    try (Database database = Database.open(DatabaseSettings.of(jdbcUrl, null, null))) {
      return new Fsck(database).findings();
    }
  }

  /** Tables that were just filled look empty to the planner, and fsck then takes for ever. */
  public void analyze() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("analyze");
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be analyzed", e);
    }
  }

  @Override
  public void close() {
    postgres.drop(name);
  }
}
