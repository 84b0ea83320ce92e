package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.server.StartException;
import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import dev.edgewise.server.testing.TemporaryFolder;
import dev.edgewise.server.testing.TestAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections to a PostgreSQL with TLS, whose certificate is for localhost. */
@Timeout(120)
class DatabaseTlsTest {
  private static final TestAuthority AUTHORITY = new TestAuthority("database");

  @TempDir private static Path folder;
  private static TemporaryFolder data;
  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void start() throws Exception {
    Path target = Path.of("target", "test-postgres").toAbsolutePath();
    data = new TemporaryFolder(target);
    postgres = EmbeddedPostgres.start(new PostgresSettings(data.path(), target, 50, Map.of()));
    PostgresAddress address = postgres.address();
    try (var connection =
            DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
        var statement = connection.createStatement()) {
      var directory = statement.executeQuery("show data_directory");
      directory.next();
      Path cluster = Path.of(directory.getString(1));
      AUTHORITY.issue("localhost").write(cluster, "server");
      Path key = cluster.resolve("server.key");
      Files.setOwner(key, Files.getOwner(cluster));
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
      // The paths are those of the default settings.
      statement.execute("alter system set ssl = on");
      statement.execute("select pg_reload_conf()");
    }
    AUTHORITY.write(folder);
    new TestAuthority("other").write(folder);
  }

  @AfterAll
  static void stop() {
    postgres.close();
    data.close();
  }

  private static DatabaseSettings settings(String host, String parameters) {
    PostgresAddress address = postgres.address();
    String port = address.jdbcUrl().replaceFirst(".*:(\\d+)/.*", "$1");
    DatabaseUrl url =
        DatabaseUrl.parse(
            "postgres://%s:%s/postgres?%s"
                .formatted(host, port, parameters.replace("{}", folder.toString())));
    return new DatabaseSettings(
        url.jdbcUrl(), address.user(), address.password(), 10, Duration.ofSeconds(30));
  }

  @Test
  void verifyFullChecksTheCertificateAndEncrypts() {
    try (Database database =
        Database.open(settings("localhost", "sslmode=verify-full&sslrootcert={}/database.ca"))) {
      String version =
          database
              .reader()
              .withHandle(handle ->
                  handle
                      .createQuery("select version from pg_stat_ssl where pid = pg_backend_pid()")
                      .mapTo(String.class)
                      .one());
      assertThat(version).startsWith("TLSv1.");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, sslmode=verify-full&sslrootcert={}/other.ca",
    "127.0.0.1, sslmode=verify-full&sslrootcert={}/database.ca",
    "localhost, sslmode=verify-full&sslrootcert={}/missing.ca"
  })
  void aCertificateThatIsNotTrustedEndsTheStartAtOnce(String host, String parameters) {
    long begun = System.nanoTime();
    assertThatThrownBy(() -> Database.open(settings(host, parameters)).close())
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("The TLS connection to PostgreSQL at " + host)
        .hasMessageEndingWith(". Check sslmode and sslrootcert in DATABASE_URL.");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }
}
