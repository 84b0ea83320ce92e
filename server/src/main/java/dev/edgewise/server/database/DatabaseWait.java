package dev.edgewise.server.database;

import dev.edgewise.server.StartException;
import java.io.FileNotFoundException;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits at start until the database can be reached. */
final class DatabaseWait {

  private static final Logger log = LoggerFactory.getLogger(DatabaseWait.class);
  static final int OLDEST_MAJOR = 15;
  private static final Duration FIRST_DELAY = Duration.ofMillis(100);
  private static final Duration MAX_DELAY = Duration.ofSeconds(2);

  private DatabaseWait() {}

  /** Returns when the database accepts a connection and its version is supported. */
  static void until(DatabaseSettings settings) {
    long deadline = System.nanoTime() + settings.patience().toNanos();
    Duration delay = FIRST_DELAY;
    while (true) {
      try (Connection connection = Pools.connect(Pools.brief(settings))) {
        DatabaseMetaData server = connection.getMetaData();
        checkVersion(
            server.getDatabaseMajorVersion(), server.getDatabaseProductVersion(), settings);
        return;
      } catch (SQLException e) {
        if (isUntrusted(e)) {
          throw new StartException(
              "The TLS connection to %s is not trusted: %s. Check sslmode and sslrootcert in"
                      .formatted(settings, reason(e))
                  + " DATABASE_URL.",
              e);
        }
        if (!Outage.caused(e)) {
          throw new StartException(settings + " refuses the connection: " + reason(e) + ".", e);
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          throw new StartException(
              "%s could not be reached for %d s (%s): check DATABASE_URL and that PostgreSQL runs."
                  .formatted(settings, settings.patience().toSeconds(), reason(e)),
              e);
        }
        log.warn(
            "{} cannot be reached ({}); retrying for another {} s",
            settings,
            reason(e),
            Duration.ofNanos(left).toSeconds());
        sleep(Math.min(left, delay.toNanos()));
        delay = delay.multipliedBy(2).compareTo(MAX_DELAY) < 0 ? delay.multipliedBy(2) : MAX_DELAY;
      }
    }
  }

  /**
   * Whether the server's certificate, or the file to check it with, is unusable; waiting is no
   * help.
   */
  private static boolean isUntrusted(SQLException e) {
    // The driver refuses a certificate for another host without a cause.
    if (String.valueOf(e.getMessage()).contains("hostnameverifier")) {
      return true;
    }
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof GeneralSecurityException || cause instanceof FileNotFoundException) {
        return true;
      }
    }
    return false;
  }

  static void checkVersion(int major, String version, DatabaseSettings settings) {
    if (major < OLDEST_MAJOR) {
      throw new StartException(
          "%s has version %s, but Edgewise needs PostgreSQL %d or newer."
              .formatted(settings, version, OLDEST_MAJOR));
    }
  }

  private static String reason(SQLException e) {
    String message = String.valueOf(e.getMessage()).strip();
    if (message.contains("targetServerType")) {
      return "no server accepts writes: each is a standby or has default_transaction_read_only on";
    }
    return message.lines().findFirst().orElse("").replaceFirst("\\.$", "");
  }

  private static void sleep(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(nanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("The wait for the database was interrupted.", e);
    }
  }
}
