package dev.edgewise.server.store.backup;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.SessionCommands;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * One transaction on a connection of its own, as long as it takes. In it a value is written in one
 * form, whatever the database prefers.
 */
final class Snapshot implements AutoCloseable {
  private final Connection connection;
  private final Handle handle;

  private Snapshot(Connection connection) {
    this.connection = connection;
    this.handle = Jdbi.create(connection).open();
  }

  /** A transaction that sees one moment and writes nothing. */
  static Snapshot reading(Database database) throws SQLException {
    return open(database, Connection.TRANSACTION_REPEATABLE_READ, true);
  }

  /** A transaction that fills the database. */
  static Snapshot writing(Database database) throws SQLException {
    return open(database, Connection.TRANSACTION_READ_COMMITTED, false);
  }

  private static Snapshot open(Database database, int isolation, boolean readOnly)
      throws SQLException {
    Connection connection = database.upkeep();
    try (Statement statement = connection.createStatement()) {
      connection.setReadOnly(readOnly);
      connection.setTransactionIsolation(isolation);
      connection.setAutoCommit(false);
      SessionCommands.writePlainly(statement);
      SessionCommands.takeTime(statement);
      return new Snapshot(connection);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  Handle handle() {
    return handle;
  }

  CopyManager copy() throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  void commit() throws SQLException {
    connection.commit();
  }

  /** Ends the transaction; what was not committed is undone. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
