package dev.edgewise.server.postgres;

import static org.awaitility.Awaitility.await;

import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.DatabaseSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real primary with Edgewise's schema and a real standby that streams from it, which can be cut
 * off and promoted.
 */
public final class ReplicatedPostgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String STANDBY_NAME = "standby";

  private final EmbeddedPostgres primary;
  private final ServerProcess standby;
  private final PostgresAddress standbyAddress;

  private ReplicatedPostgres(
      EmbeddedPostgres primary, ServerProcess standby, PostgresAddress standbyAddress) {
    this.primary = primary;
    this.standby = standby;
    this.standbyAddress = standbyAddress;
  }

  /** Starts both in folders below this one; the calling thread must outlive them. */
  public static ReplicatedPostgres start(Path folder) throws Exception {
    PostgresSettings settings = settings(folder.resolve("primary"));
    try (EmbeddedPostgres first = EmbeddedPostgres.start(settings);
        Database database = Database.open(database(first.address()))) {
      database.migrate();
    }
    // The programs that come with the server cannot copy a running cluster; a stopped one is files.
    Cluster copy = new Cluster(settings(folder.resolve("standby")).folder());
    copy(settings.folder(), copy.folder());
    EmbeddedPostgres primary = EmbeddedPostgres.start(settings);
    try {
      int port = copy.newPort();
      ServerProcess standby = follow(copy, port, primary.address());
      PostgresAddress address = PostgresAddress.of(port, copy.password());
      var pair = new ReplicatedPostgres(primary, standby, address);
      await().atMost(PATIENCE).ignoreExceptions().until(pair::streams);
      return pair;
    } catch (IOException | RuntimeException e) {
      primary.close();
      throw e;
    }
  }

  private static PostgresSettings settings(Path folder) {
    return new PostgresSettings(folder, ChildServer.PROGRAMS, 40, Map.of("shared_buffers", "32MB"));
  }

  private static DatabaseSettings database(PostgresAddress address) {
    return DatabaseSettings.of(address.jdbcUrl(), address.user(), address.password());
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> paths = Files.walk(from)) {
      all = paths.toList();
    }
    for (Path each : all) {
      Files.copy(each, to.resolve(from.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  private static ServerProcess follow(Cluster cluster, int port, PostgresAddress primary)
      throws IOException {
    Files.createFile(cluster.data().resolve("standby.signal"));
    Files.deleteIfExists(cluster.data().resolve("postmaster.pid"));
    Files.writeString(
        cluster.data().resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s application_name=%s'%n"
            .formatted(port(primary), primary.user(), primary.password(), STANDBY_NAME),
        StandardOpenOption.APPEND);
    Binaries binaries = Binaries.in(ChildServer.PROGRAMS);
    ServerUser user = ServerUser.choose(binaries, cluster);
    Map<String, String> parameters = new HashMap<>(settings(cluster.folder()).parameters());
    PostgresSettings settings =
        new PostgresSettings(cluster.folder(), ChildServer.PROGRAMS, 40, parameters);
    List<String> command =
        Stream.concat(
                Stream.of(binaries.program("postgres"), "-D", cluster.data().toString()),
                ServerParameters.arguments(settings, binaries, cluster.name(), port).stream())
            .toList();
    return ServerProcess.start(user, command, cluster.folder());
  }

  private static int port(PostgresAddress address) {
    return Integer.parseInt(address.jdbcUrl().replaceFirst(".*:(\\d+)/.*", "$1"));
  }

  /** Settings that name both hosts; the standby is named first. */
  public DatabaseSettings settings() {
    return DatabaseSettings.of(
        primary
            .address()
            .jdbcUrl()
            .replace("127.0.0.1:", "127.0.0.1:%d,127.0.0.1:".formatted(port(standbyAddress))),
        standbyAddress.user(),
        standbyAddress.password());
  }

  /** Settings that name the standby alone. */
  public DatabaseSettings standbyOnly() {
    return database(standbyAddress);
  }

  /** Makes each commit of the primary wait for the standby. */
  public void replicateSynchronously() throws SQLException {
    execute(
        primary.address(), "alter system set synchronous_standby_names = '" + STANDBY_NAME + "'");
    execute(primary.address(), "select pg_reload_conf()");
    await()
        .atMost(PATIENCE)
        .until(() ->
            text(primary.address(), "select sync_state from pg_stat_replication").equals("sync"));
  }

  private boolean streams() throws SQLException {
    return text(standbyAddress, "select status from pg_stat_wal_receiver").equals("streaming");
  }

  /** Waits until the standby has all that is committed. */
  public void awaitReplication() throws SQLException {
    String sent = text(primary.address(), "select pg_current_wal_lsn()::text");
    await()
        .atMost(PATIENCE)
        .until(() ->
            text(standbyAddress, "select (pg_last_wal_replay_lsn() >= '" + sent + "')::text")
                .equals("true"));
  }

  /** Stops the replication: later commits do not reach the standby. */
  public void cutOff() throws SQLException {
    execute(standbyAddress, "alter system set primary_conninfo = ''");
    execute(standbyAddress, "select pg_reload_conf()");
    await()
        .atMost(PATIENCE)
        .until(() ->
            text(standbyAddress, "select count(*)::text from pg_stat_wal_receiver").equals("0"));
  }

  /** Stops the primary for good and promotes the standby. */
  public void failOver() throws SQLException {
    primary.close();
    promote();
  }

  /** Promotes the standby; the primary keeps running. */
  public void promote() throws SQLException {
    execute(standbyAddress, "select pg_promote()");
  }

  private static void execute(PostgresAddress address, String sql) throws SQLException {
    try (Connection connection = connect(address);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(PostgresAddress address, String sql) throws SQLException {
    try (Connection connection = connect(address);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  private static Connection connect(PostgresAddress address) throws SQLException {
    return DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password());
  }

  @Override
  public void close() throws InterruptedException {
    primary.close();
    standby.stop();
  }
}
