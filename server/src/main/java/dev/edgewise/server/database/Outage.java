package dev.edgewise.server.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Tells failures of a database that is unavailable from failures of a statement. */
public final class Outage {
  private static final String READ_ONLY = "25006";

  private Outage() {}

  /**
   * Whether an unavailable database caused the failure, so that the same work may succeed later.
   */
  public static boolean caused(Throwable failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return breaks(sql) || isShort(sql);
      }
    }
    return false;
  }

  /**
   * Whether the connection must be replaced: it is broken, or its server is shutting down or
   * read-only. Failures of the pool, and of a connection that was closed while in use, have no SQL
   * state.
   */
  static boolean breaks(SQLException failure) {
    String state = failure.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals(READ_ONLY);
  }

  /** Whether the server is out of connections, memory or disk, or its system fails. */
  private static boolean isShort(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("53") || state.startsWith("58");
  }
}
