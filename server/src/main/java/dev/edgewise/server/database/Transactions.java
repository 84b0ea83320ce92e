package dev.edgewise.server.database;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Runs transactions, and repeats them after a serialization failure or a deadlock. */
public final class Transactions {
  private static final int ATTEMPTS = 20;
  private static final Set<String> RETRYABLE = Set.of("40001", "40P01");

  private Transactions() {}

  /** Work inside a transaction. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T on(Handle handle);
  }

  /**
   * Runs the work in a transaction, and runs it again after a serialization failure or a deadlock:
   * the first time at once, then after a random pause.
   */
  public static <T extends @Nullable Object> T retrying(Jdbi jdbi, Work<T> work) {
    return retrying(() -> jdbi.inTransaction(work::on));
  }

  /**
   * Like {@link #retrying}, but the work calls {@link #begin} itself if it needs more than one
   * round trip. A single round trip is a transaction anyway, and the driver would send BEGIN as one
   * more message, whose response wakes the waiting thread early.
   */
  public static <T extends @Nullable Object> T retryingUnbegun(Jdbi jdbi, Work<T> work) {
    return retrying(() -> jdbi.withHandle(handle -> ended(handle, work)));
  }

  /** Begins a transaction unless one is open. */
  public static void begin(Handle handle) {
    if (!handle.isInTransaction()) {
      handle.begin();
    }
  }

  private static <T extends @Nullable Object> T ended(Handle handle, Work<T> work) {
    T result;
    try {
      result = work.on(handle);
    } catch (RuntimeException | Error e) {
      if (handle.isInTransaction()) {
        rollback(handle, e);
      }
      throw e;
    }
    if (handle.isInTransaction()) {
      handle.commit();
    }
    return result;
  }

  private static void rollback(Handle handle, Throwable cause) {
    try {
      handle.rollback();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  private static <T extends @Nullable Object> T retrying(Supplier<T> transaction) {
    for (int attempt = 1; ; attempt++) {
      try {
        return transaction.get();
      } catch (RuntimeException e) {
        if (attempt == ATTEMPTS || !retryable(e)) {
          throw e;
        }
        if (attempt > 1) {
          pause(attempt);
        }
      }
    }
  }

  private static boolean retryable(Throwable e) {
    String state = sqlState(e);
    return state != null && RETRYABLE.contains(state);
  }

  private static @Nullable String sqlState(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql.getSQLState();
      }
    }
    return null;
  }

  private static void pause(int attempt) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextInt(1, 3 + attempt * 2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Returns the result of a future or throws its exception; waits up to {@link
   * Limits#COMMIT_MAX_WAIT_SECS}.
   */
  public static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
    try {
      return future.get(Limits.COMMIT_MAX_WAIT_SECS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new OverloadedException(
          "The database has not confirmed the change within %d s; it may still be made"
              .formatted(Limits.COMMIT_MAX_WAIT_SECS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException(
          "The wait for the database was interrupted; the change may still be made");
    }
  }
}
