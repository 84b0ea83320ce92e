package dev.edgewise.server.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jdbi.v3.core.Handle;

/**
 * Commands about a session or a transaction instead of rows. They are not among the named
 * statements, because PostgreSQL neither prepares them nor takes parameters for them.
 */
public final class SessionCommands {

  private SessionCommands() {}

  /** The rest of the transaction writes nothing. */
  public static void readOnly(Handle handle) {
    handle.execute("set transaction read only");
  }

  /**
   * For the rest of a transaction that compares whole tables, maybe before there are statistics.
   * Row by row that takes hours, and a merge may look at only a part of what rows have in common.
   */
  public static void planByHashing(Handle handle) {
    handle.execute("set local enable_nestloop = off");
    handle.execute("set local enable_mergejoin = off");
  }

  /** Until the transaction ends, values have one text whatever the database prefers. */
  public static void writePlainly(Statement statement) throws SQLException {
    statement.execute("set local timezone = 'UTC'");
    statement.execute("set local datestyle = 'ISO, YMD'");
    statement.execute("set local bytea_output = 'hex'");
  }

  /** The transaction may take as long as it needs. */
  public static void takeTime(Statement statement) throws SQLException {
    statement.execute("set local statement_timeout = 0");
    statement.execute("set local idle_in_transaction_session_timeout = 0");
  }

  /** Commits of this session do not wait for the disk: best effort, for messages. */
  public static void skipFlush(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set synchronous_commit = off");
    }
  }

  /** The session receives what is sent to the channel. */
  public static void listen(Statement statement, String channel) throws SQLException {
    statement.execute("listen " + channel);
  }
}
