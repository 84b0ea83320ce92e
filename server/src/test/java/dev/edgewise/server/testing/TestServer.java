package dev.edgewise.server.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import dev.edgewise.server.database.Sql;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The one PostgreSQL of a test run: our own, or that of EDGEWISE_TEST_DATABASE_URL, whose user must
 * be allowed to create databases.
 */
final class TestServer {

  private static final String EXTERNAL = System.getenv("EDGEWISE_TEST_DATABASE_URL");
  private static final int MAX_CONNECTIONS = 300;
  private static final int POOL_MAX_SIZE = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Creating a database in memory is eight times faster than on a disk. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final long MEMORY_NEEDED = 4L << 30;

  /** No data outlives the run, so none has to reach a disk. */
  private static final Map<String, String> FLEETING =
      Map.of(
          "fsync", "off",
          "full_page_writes", "off",
          "max_wal_size", "256MB",
          "shared_buffers", "256MB");

  private final DatabaseUrl admin;
  private final String prefix = "edgewise_" + UUID.randomUUID().toString().substring(0, 8);
  private final String template = prefix + "_template";
  private final AtomicInteger numbers = new AtomicInteger();

  private TestServer(DatabaseUrl admin) {
    this.admin = admin;
    execute("CREATE DATABASE " + template + " TEMPLATE template0");
    try (Database database = Database.open(settings(template))) {
      database.migrate();
      watchVersions(database);
    }
  }

  /** Adds the I28 triggers to a migrated database. */
  static void watchVersions(Database database) {
    database.reader().useHandle(handle -> handle.execute(Sql.named("testing/version_rule")));
  }

  static TestServer shared() {
    return Holder.SHARED;
  }

  String copyOfTemplate() {
    return create(template);
  }

  String emptyDatabase() {
    return create("template0");
  }

  void drop(String name) {
    execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
  }

  DatabaseSettings settings(String name) {
    return new DatabaseSettings(jdbcUrl(name), null, null, POOL_MAX_SIZE, PATIENCE);
  }

  /** The address of a database of this server, user and password included. */
  String jdbcUrl(String name) {
    return withUser(admin.jdbcUrl().replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1"));
  }

  private String withUser(String url) {
    Secret password = admin.password();
    return url
        + (url.contains("?") ? "&" : "?")
        + parameter("user", admin.user())
        + parameter("password", password == null ? null : password.reveal());
  }

  private String create(String source) {
    String name = prefix + "_" + numbers.incrementAndGet();
    execute("CREATE DATABASE " + name + " TEMPLATE " + source);
    return name;
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(withUser(admin.jdbcUrl()));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static String parameter(String name, @Nullable String value) {
    return value == null ? "" : name + "=" + URLEncoder.encode(value, UTF_8) + "&";
  }

  private static final class Holder {

    private static final TestServer SHARED = EXTERNAL == null ? embedded() : external();

    private static TestServer external() {
      TestServer server = new TestServer(DatabaseUrl.parse(EXTERNAL));
      atExit(() -> server.drop(server.template));
      return server;
    }

    private static TestServer embedded() {
      Path target = Path.of("target", "test-postgres").toAbsolutePath();
      TemporaryFolder folder =
          new TemporaryFolder(MEMORY.toFile().getUsableSpace() > MEMORY_NEEDED ? MEMORY : target);
      EmbeddedPostgres postgres =
          EmbeddedPostgres.start(
              new PostgresSettings(folder.path(), target, MAX_CONNECTIONS, FLEETING));
      atExit(() -> {
        postgres.close();
        folder.close();
      });
      PostgresAddress address = postgres.address();
      return new TestServer(
          new DatabaseUrl(address.jdbcUrl(), address.user(), new Secret(address.password())));
    }

    private static void atExit(Runnable action) {
      Runtime.getRuntime().addShutdownHook(new Thread(action, "test-server-exit"));
    }
  }
}
