package dev.edgewise.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.edgewise.server.StartException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

  /** Creating a cluster takes a second, so most tests share one. */
  @TempDir static Path folder;

  @Test
  void rowsAndPortSurviveAnOrderlyStop() throws Exception {
    PostgresAddress first;
    long rows;
    try (EmbeddedPostgres postgres = start()) {
      first = postgres.address();
      rows = ServerProgram.addRow(first);
    }
    try (EmbeddedPostgres postgres = start()) {
      assertThat(postgres.address()).isEqualTo(first);
      assertThat(ServerProgram.rows(first)).isEqualTo(rows);
    }
  }

  @Test
  void aPortThatAnotherProcessTookIsReplaced() throws Exception {
    PostgresAddress first;
    try (EmbeddedPostgres postgres = start()) {
      first = postgres.address();
    }
    int port = Integer.parseInt(Files.readString(folder.resolve("port")).strip());
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        EmbeddedPostgres postgres = start()) {
      assertThat(postgres.address()).isNotEqualTo(first);
      assertThat(ServerProgram.addRow(postgres.address())).isPositive();
    }
  }

  @Test
  void theServerIsDurableAndRequiresItsPassword() throws Exception {
    try (EmbeddedPostgres postgres = start()) {
      PostgresAddress address = postgres.address();
      assertThat(setting(address, "fsync")).isEqualTo("on");
      assertThat(setting(address, "synchronous_commit")).isEqualTo("on");
      assertThat(setting(address, "full_page_writes")).isEqualTo("on");
      assertThat(setting(address, "data_checksums")).isEqualTo("on");
      assertThat(setting(address, "listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(setting(address, "scram_iterations")).isEqualTo("1");
      assertThat(setting(address, "server_version")).startsWith(Binaries.MAJOR + ".");

      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(folder.resolve("password"))))
          .isEqualTo("rw-------");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> DriverManager.getConnection(address.jdbcUrl(), address.user(), "guess"))
          .satisfies(refusal -> assertThat(refusal.getSQLState()).isEqualTo("28P01"));
    }
  }

  @Test
  void theAddressOfARunningServerIsFound() {
    PostgresSettings settings = settings(folder);
    assertThat(EmbeddedPostgres.running(settings)).isEmpty();
    try (EmbeddedPostgres postgres = start()) {
      assertThat(EmbeddedPostgres.running(settings)).contains(postgres.address());
    }
    assertThat(EmbeddedPostgres.running(settings)).isEmpty();
  }

  @Test
  void aSecondServerIsRefusedWithTheProcessThatRuns() throws Exception {
    try (EmbeddedPostgres _ = start()) {
      String self = "process " + ProcessHandle.current().pid();
      assertThatExceptionOfType(StartException.class)
          .isThrownBy(EmbeddedPostgresTest::start)
          .withMessageContaining(self);
      try (ChildServer child = ChildServer.start(folder)) {
        assertThat(child.report()).startsWith("refused").contains(self);
      }
    }
  }

  @Test
  void aStalePidFileOfALivingProcessIsNoObstacle() throws Exception {
    start().close();
    Path pidFile = folder.resolve("data/postmaster.pid");
    String reused = ProcessHandle.current().pid() + "\n" + folder.resolve("data") + "\n1\n5432\n";
    Files.writeString(pidFile, reused);

    try (EmbeddedPostgres postgres = start()) {
      assertThat(ServerProgram.addRow(postgres.address())).isPositive();
    }
  }

  @Test
  void anotherMajorVersionIsRefused(@TempDir Path other) throws Exception {
    Files.createDirectories(other.resolve("data"));
    Files.writeString(other.resolve("data/PG_VERSION"), "17\n");

    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> EmbeddedPostgres.start(settings(other)))
        .withMessageContaining("was created by PostgreSQL 17")
        .withMessageContaining("includes PostgreSQL " + Binaries.MAJOR);
  }

  @Test
  void aClusterWhosePasswordIsGoneIsRefused(@TempDir Path other) throws Exception {
    Files.createDirectories(other.resolve("data"));
    Files.writeString(other.resolve("data/PG_VERSION"), Binaries.MAJOR + "\n");

    assertThatExceptionOfType(StartException.class)
        .isThrownBy(() -> EmbeddedPostgres.start(settings(other)))
        .withMessageContaining("Restore " + other.resolve("password"));
  }

  @Test
  void aHalfMadeClusterIsMadeAgain(@TempDir Path other) throws Exception {
    Files.createDirectories(other.resolve("data.new/base"));
    Files.writeString(other.resolve("data.new/PG_VERSION"), "18\n");

    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(settings(other))) {
      assertThat(ServerProgram.addRow(postgres.address())).isPositive();
    }
  }

  private static EmbeddedPostgres start() {
    return EmbeddedPostgres.start(settings(folder));
  }

  private static PostgresSettings settings(Path folder) {
    return new PostgresSettings(folder, ChildServer.PROGRAMS, 20, Map.of());
  }

  private static String setting(PostgresAddress address, String name) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        var statement = connection.createStatement();
        var result = statement.executeQuery("SHOW " + name)) {
      result.next();
      return result.getString(1);
    }
  }
}
