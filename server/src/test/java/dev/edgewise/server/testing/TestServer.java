package dev.edgewise.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import dev.edgewise.server.store.Database;
import dev.edgewise.server.store.DatabaseSettings;
import dev.edgewise.server.store.DatabaseUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The one PostgreSQL of a test run: our own, or that of EDGEWISE_TEST_DATABASE_URL, whose user must
 * be allowed to create databases.
 */
final class TestServer {

  private static final String EXTERNAL = System.getenv("EDGEWISE_TEST_DATABASE_URL");

  private final DatabaseUrl admin;
  private final String run = UUID.randomUUID().toString().substring(0, 8);
  private final String template = "edgewise_" + run + "_template";
  private final AtomicInteger numbers = new AtomicInteger();

  private TestServer(DatabaseUrl admin) {
    this.admin = admin;
    execute("CREATE DATABASE " + template + " TEMPLATE template0");
    try (Database database = Database.open(DatabaseSettings.of(named(template)))) {
      database.migrate();
    }
  }

  static TestServer shared() {
    return Holder.SHARED;
  }

  DatabaseUrl copyOfTemplate() {
    return create(template);
  }

  DatabaseUrl emptyDatabase() {
    return create("template0");
  }

  void drop(DatabaseUrl database) {
    execute("DROP DATABASE IF EXISTS " + database.name() + " WITH (FORCE)");
  }

  static String jdbcUrl(DatabaseUrl url) {
    return url.jdbcUrl()
        + (url.parameters().isEmpty() ? "?" : "&")
        + "user="
        + URLEncoder.encode(String.valueOf(url.user()), UTF_8)
        + "&password="
        + URLEncoder.encode(String.valueOf(url.password()), UTF_8);
  }

  private DatabaseUrl create(String source) {
    String name = "edgewise_" + run + "_" + numbers.incrementAndGet();
    execute("CREATE DATABASE " + name + " TEMPLATE " + source);
    return named(name);
  }

  private DatabaseUrl named(String name) {
    return new DatabaseUrl(admin.hosts(), name, admin.user(), admin.password(), admin.parameters());
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(admin));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static final class Holder {

    private static final TestServer SHARED = EXTERNAL == null ? embedded() : external();

    private static TestServer external() {
      TestServer server = new TestServer(DatabaseUrl.parse(EXTERNAL));
      atExit(() -> server.drop(server.named(server.template)));
      return server;
    }

    private static TestServer embedded() {
      try {
        Path target = Files.createDirectories(Path.of("target", "test-postgres").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, "run-");
        EmbeddedPostgres postgres =
            EmbeddedPostgres.start(
                new PostgresSettings(
                    folder,
                    target,
                    300,
                    // Nothing outlives the run, so nothing has to reach the disk.
                    Map.of(
                        "fsync", "off",
                        "full_page_writes", "off",
                        "shared_buffers", "256MB")));
        atExit(() -> {
          postgres.close();
          delete(folder);
        });
        DatabaseUrl url = DatabaseUrl.parse(postgres.jdbcUrl());
        return new TestServer(
            new DatabaseUrl(
                url.hosts(), url.name(), postgres.user(), postgres.password(), Map.of()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void atExit(Runnable action) {
      Runtime.getRuntime().addShutdownHook(new Thread(action, "test-server-exit"));
    }

    private static void delete(Path folder) {
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(path);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
