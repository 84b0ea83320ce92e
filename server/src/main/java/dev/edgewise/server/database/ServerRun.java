package dev.edgewise.server.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * One run of a PostgreSQL server as the primary: it begins with a start, a promotion or a crash
 * recovery. Within a run, no commit is lost.
 *
 * @param started when the server was started
 * @param timeline the number of promotions in the history of the data
 * @param recovered when the server last recovered from a crash of one of its processes
 */
record ServerRun(String started, String timeline, String recovered) {

  /**
   * The PostgreSQL process that serves a connection.
   *
   * @param process its process id
   */
  record Backend(ServerRun run, int process) {}

  static Backend read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(Sql.named("database/run"))) {
      row.next();
      return new Backend(
          new ServerRun(
              row.getString("started"),
              row.getString("timeline"),
              String.valueOf(row.getString("recovered"))),
          row.getInt("process"));
    }
  }
}
