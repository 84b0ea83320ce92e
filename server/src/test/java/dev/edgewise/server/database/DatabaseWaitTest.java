package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.edgewise.server.StartException;
import dev.edgewise.server.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DatabaseWaitTest {

  @Test
  void aDatabaseThatIsNeverReachedEndsTheWaitWithItsAddress() throws IOException {
    int port = freePort();
    long before = System.nanoTime();

    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> Database.open(at(port, Duration.ofSeconds(1))))
        .withMessageStartingWith("PostgreSQL at 127.0.0.1:" + port + "/edgewise")
        .withMessageContaining("could not be reached for 1 s")
        .withMessageContaining("DATABASE_URL")
        .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("s3cret"));
    assertThat(Duration.ofNanos(System.nanoTime() - before))
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  @Test
  void aServerThatAcceptsAndNeverAnswersEndsTheWaitToo() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> Database.open(at(silent.getLocalPort(), Duration.ofMillis(1))))
          .withMessageContaining("could not be reached");
    }
  }

  @Test
  void aRefusalIsNotWaitedFor() {
    try (TestDatabase test = TestDatabase.openEmpty()) {
      DatabaseSettings there = test.settings();
      String elsewhere = there.jdbcUrl().replaceFirst("/edgewise_[^?]*", "/no_such_database");
      DatabaseSettings settings =
          new DatabaseSettings(elsewhere, null, null, 2, Duration.ofMinutes(10));

      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() -> Database.open(settings))
          .withMessageContaining("refuses the connection")
          .withMessageContaining("\"no_such_database\" does not exist");
    }
  }

  @Test
  void aReadOnlyServerEndsTheWaitAndIsNamedAsSuch() {
    try (TestDatabase test = TestDatabase.openEmpty()) {
      test.database()
          .engine()
          .useHandle(handle -> {
            String name = handle.createQuery("select current_database()").mapTo(String.class).one();
            handle.execute("alter database " + name + " set default_transaction_read_only = on");
          });
      DatabaseSettings there = test.settings();

      assertThatExceptionOfType(StartException.class)
          .isThrownBy(() ->
              Database.open(
                  new DatabaseSettings(there.jdbcUrl(), null, null, 2, Duration.ofSeconds(1))))
          .withMessageContaining("could not be reached for 1 s")
          .withMessageContaining("no server accepts writes");
    }
  }

  @Test
  void anOldServerIsNamedWithItsVersion() {
    DatabaseSettings settings = at(5432, Duration.ZERO);

    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> DatabaseWait.checkVersion(14, "14.9", settings))
        .withMessage(
            "PostgreSQL at 127.0.0.1:5432/edgewise has version 14.9, but Edgewise needs"
                + " PostgreSQL 15 or newer.");
    DatabaseWait.checkVersion(15, "15.0", settings);
  }

  private static DatabaseSettings at(int port, Duration patience) {
    return new DatabaseSettings(
        "jdbc:postgresql://127.0.0.1:" + port + "/edgewise", "me", "s3cret", 2, patience);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
