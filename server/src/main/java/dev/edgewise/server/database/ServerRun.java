package dev.edgewise.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One run of a PostgreSQL server as the primary, from its start, its promotion or its last recovery
 * on. Within a run nothing that was committed is ever lost.
 *
 * @param started when the server was started
 * @param timeline counts the promotions in the history of the data
 * @param recovered when the server last recovered from a crash of one of its processes
 */
record ServerRun(String started, String timeline, String recovered) {

  /**
   * What a new connection tells.
   *
   * @param process the server's process at its other end
   */
  record Told(ServerRun run, int process) {}

  static Told read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(Sql.named("database/run"))) {
      row.next();
      return new Told(
          new ServerRun(
              row.getString("started"),
              row.getString("timeline"),
              String.valueOf(row.getString("recovered"))),
          row.getInt("process"));
    }
  }
}
