package dev.edgewise.server.database;

import dev.edgewise.server.config.Limits;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionException;

/** A read for an answer of which a part has been sent, so that a refusal would cut it off. */
public final class PatientRead {

  private PatientRead() {}

  /**
   * Reads, and while all connections are in use, waits for one up to {@link
   * Limits#BEGUN_ANSWER_MAX_WAIT_SECS}.
   */
  public static <T> T of(Supplier<T> read) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Limits.BEGUN_ANSWER_MAX_WAIT_SECS);
    while (true) {
      try {
        return read.get();
      } catch (ConnectionException e) {
        // The pool has already waited for its own time.
        if (!(e.getCause() instanceof SQLTransientConnectionException)
            || System.nanoTime() - deadline >= 0) {
          throw e;
        }
      }
    }
  }
}
