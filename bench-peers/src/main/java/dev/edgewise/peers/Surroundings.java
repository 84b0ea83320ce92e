package dev.edgewise.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * What the bench gives to a system.
 *
 * @param concurrency how many tasks it may do at once
 */
record Surroundings(String jdbcUrl, int concurrency) {

  /** For what a system does besides its tasks. */
  private static final int SPARE_CONNECTIONS = 4;

  private static final long PAUSE_MILLIS = 20;

  static Surroundings given() {
    Map<String, String> environment = System.getenv();
    return new Surroundings(
        environment.getOrDefault("PEER_JDBC_URL", ""),
        Integer.parseInt(environment.getOrDefault("PEER_CONCURRENCY", "1")));
  }

  /** A pool in which nothing that runs at once has to wait for a connection. */
  HikariDataSource pool() {
    var config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(concurrency + SPARE_CONNECTIONS);
    return new HikariDataSource(config);
  }

  /** Waits until a query, which the bench does not count, finds nothing any more. */
  static void awaitNone(HikariDataSource pool, String count)
      throws SQLException, InterruptedException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      while (true) {
        try (ResultSet row = statement.executeQuery("select /* bench */ " + count)) {
          row.next();
          if (row.getLong(1) == 0) {
            return;
          }
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
