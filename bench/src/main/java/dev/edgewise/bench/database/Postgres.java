package dev.edgewise.bench.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.bench.process.ProcessorTime;
import dev.edgewise.server.config.DatabaseUrl;
import dev.edgewise.server.config.Secret;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The PostgreSQL under a bench: our own, as durable as users get it, or one that is given. */
public final class Postgres implements AutoCloseable {

  private static final int CONNECTIONS = 200;

  private final DatabaseUrl url;
  private final @Nullable EmbeddedPostgres own;
  private final long postmaster;
  private int databases;

  private Postgres(DatabaseUrl url, @Nullable EmbeddedPostgres own) {
    this.url = url;
    this.own = own;
    this.postmaster = postmaster();
  }

  /** Starts one in a folder, with the parameters that users get. */
  public static Postgres embedded(Path folder) {
    return embedded(folder, Map.of());
  }

  /** Starts one in a folder with parameters of its own. */
  public static Postgres embedded(Path folder, Map<String, String> parameters) {
    PostgresSettings usual = PostgresSettings.in(folder).forPools(CONNECTIONS);
    EmbeddedPostgres own =
        EmbeddedPostgres.start(
            new PostgresSettings(
                usual.folder(), usual.programs(), usual.maxConnections(), parameters));
    PostgresAddress address = own.address();
    return new Postgres(
        new DatabaseUrl(address.jdbcUrl(), address.user(), new Secret(address.password())), own);
  }

  /** Uses one whose user may create databases. */
  public static Postgres external(DatabaseUrl url) {
    return new Postgres(url, null);
  }

  /** A new database, dropped when it is closed. */
  public BenchDatabase create() {
    String name = "edgewise_bench_" + ProcessHandle.current().pid() + "_" + ++databases;
    execute("create database " + name);
    return new BenchDatabase(this, name, jdbcUrl(name));
  }

  void drop(String name) {
    execute("drop database if exists " + name + " with (force)");
  }

  /** What the server and its backends have used; zero when it is on another machine. */
  public Duration processorTime() {
    return postmaster == 0 ? Duration.ZERO : ProcessorTime.ofFamily(postmaster);
  }

  /** What it says about itself. */
  public String version() {
    return read("select version()", row -> row.getString(1));
  }

  private long postmaster() {
    // Its backend has to live while its parent is looked up.
    return read("select pg_backend_pid()", row -> ProcessorTime.parent(row.getLong(1)));
  }

  /** Reads a row. */
  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  private <T> T read(String sql, Reading<T> reading) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(null));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return reading.of(row);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(null));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /**
   * The driver's address, user and password included.
   *
   * @param name null means the database that was given
   */
  private String jdbcUrl(@Nullable String name) {
    String address =
        name == null
            ? url.jdbcUrl()
            : url.jdbcUrl().replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1");
    Secret password = url.password();
    return address
        + (address.contains("?") ? "&" : "?")
        + parameter("user", url.user())
        + parameter("password", password == null ? null : password.reveal());
  }

  private static String parameter(String name, @Nullable String value) {
    return value == null ? "" : name + "=" + URLEncoder.encode(value, UTF_8) + "&";
  }

  @Override
  public void close() {
    if (own != null) {
      own.close();
    }
  }
}
