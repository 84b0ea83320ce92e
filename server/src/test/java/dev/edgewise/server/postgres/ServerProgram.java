package dev.edgewise.server.postgres;

import dev.edgewise.server.StartException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A process of its own that runs an embedded server: it commits one more row, prints what happened
 * in one line, and lives until its input ends.
 */
final class ServerProgram {

  private ServerProgram() {}

  /** Arguments: the folder of the cluster and the folder of the programs. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    Path programs = Path.of(arguments[1]);
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(new PostgresSettings(folder, programs, 20, Map.of()))) {
      report("rows " + addRow(postgres.address()) + " server " + postgres.pid());
      int _ = System.in.read();
    } catch (StartException e) {
      report("refused " + e.getMessage());
    }
  }

  /** Commits a row and counts all that are there. */
  static long addRow(PostgresAddress address) throws SQLException {
    try (Connection connection = connect(address);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS row (id bigserial PRIMARY KEY)");
      statement.execute("INSERT INTO row DEFAULT VALUES");
      return rows(statement);
    }
  }

  static long rows(PostgresAddress address) throws SQLException {
    try (Connection connection = connect(address);
        Statement statement = connection.createStatement()) {
      return rows(statement);
    }
  }

  private static long rows(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM row")) {
      result.next();
      return result.getLong(1);
    }
  }

  private static Connection connect(PostgresAddress address) throws SQLException {
    return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  @SuppressWarnings("SystemOut")
  private static void report(String line) {
    System.out.println(line);
  }
}
