package dev.edgewise.server.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Failures that come from a database that is not there, and not from what it was asked. */
public final class Outage {
  private static final String READ_ONLY = "25006";

  private Outage() {}

  /**
   * Whether a failure was caused by an outage, so that nothing is known to be wrong with the work.
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
   * Whether the connection is of no further use: it is broken, or its server is going away or takes
   * no writes. The pool itself and a connection that was closed under its user give no state.
   */
  static boolean breaks(SQLException failure) {
    String state = failure.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals(READ_ONLY);
  }

  /** Whether the server has no connection, memory or disk left, or its system fails. */
  private static boolean isShort(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    return state.startsWith("53") || state.startsWith("58");
  }
}
