package dev.edgewise.server.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Creates the connection pools and the connections outside them. */
final class Pools {

  /** A URL that leaves everything to the properties. */
  private static final String EMPTY_URL = "jdbc:postgresql://";

  /** How long a caller waits for a connection before the database counts as unavailable. */
  private static final Duration CONNECTION_WAIT = Duration.ofSeconds(5);

  /** How long the TCP connection to one host may take. */
  private static final Duration CONNECT = Duration.ofSeconds(3);

  /** How long the login may take after that. */
  private static final Duration LOGIN = Duration.ofSeconds(5);

  /** How long the validation of an idle connection may take. */
  private static final Duration VALIDATION = Duration.ofSeconds(4);

  /** How long a statement may take. {@link DeadConnectionWatch} finds dead connections sooner. */
  private static final Duration ENGINE_ANSWER = Duration.ofMinutes(2);

  private static final Duration READER_ANSWER = Duration.ofMinutes(10);

  /** How long a statement of a connection outside the pools may take. */
  private static final Duration BRIEF_ANSWER = Duration.ofSeconds(5);

  private static final Duration NO_LIMIT = Duration.ZERO;

  /** Flyway holds its lock on one connection and migrates on another. */
  private static final int MIGRATION_CONNECTIONS = 4;

  /** The number of committers. */
  private static final int COMMITTERS = 2;

  /**
   * Statements are planned once and always use indexes, so that a plan stays good when it was made
   * for an empty table or with statistics from before a bulk load. JIT is off: the statements are
   * short, and before version 18 the cost added to a disabled plan node triggers it.
   */
  private static final String PLANNING =
      "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off"
          + " -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

  private Pools() {}

  /** The engine's pool, with the connections that the other pools leave. */
  static HikariDataSource engine(DatabaseSettings settings, Connections connections) {
    int others = readers(settings) + (committersApart(settings) ? COMMITTERS : 0);
    Properties properties = planned(properties(settings, ENGINE_ANSWER));
    return pool("engine", properties, settings.poolMaxSize() - others, connections);
  }

  /**
   * The committers' pool. It is used by committers only, so that each keeps getting the connection
   * it used before: the PostgreSQL process behind it has the plans and catalog entries cached,
   * without which the same statement takes twice as long.
   */
  static HikariDataSource committer(DatabaseSettings settings, Connections connections) {
    Properties properties = planned(properties(settings, ENGINE_ANSWER));
    return pool("committer", properties, COMMITTERS, connections);
  }

  /** Whether there are enough connections for a committers' pool. */
  static boolean committersApart(DatabaseSettings settings) {
    return settings.poolMaxSize() >= 3 * COMMITTERS;
  }

  /** The readers' pool, with a third of the connections. */
  static HikariDataSource reader(DatabaseSettings settings, Connections connections) {
    Properties properties = planned(properties(settings, READER_ANSWER));
    return pool("reader", properties, readers(settings), connections);
  }

  private static Properties planned(Properties properties) {
    String options = properties.getProperty("options", "");
    properties.setProperty("options", (options + " " + PLANNING).strip());
    properties.setProperty("prepareThreshold", "1");
    return properties;
  }

  /** The pool of the migrations, without a statement timeout. */
  static HikariDataSource migration(DatabaseSettings settings, Connections connections) {
    return pool("migration", properties(settings, NO_LIMIT), MIGRATION_CONNECTIONS, connections);
  }

  /** The properties of connections outside the pools that run short statements. */
  static Properties brief(DatabaseSettings settings) {
    return properties(settings, BRIEF_ANSWER);
  }

  /** A connection to any server, which need not be the primary. */
  static Connection any(DatabaseSettings settings) throws SQLException {
    Properties properties = brief(settings);
    properties.setProperty("targetServerType", "preferPrimary");
    return connect(properties);
  }

  /** A connection without a statement timeout, for maintenance; the caller closes it. */
  static Connection upkeep(DatabaseSettings settings) throws SQLException {
    return connect(properties(settings, NO_LIMIT));
  }

  /** A connection outside the pools; the caller closes it. */
  static Connection connect(Properties properties) throws SQLException {
    return DriverManager.getConnection(EMPTY_URL, properties);
  }

  private static Properties properties(DatabaseSettings settings, Duration answer) {
    Properties properties = settings.driverProperties();
    Duration login = CONNECT.multipliedBy(settings.hosts()).plus(LOGIN);
    properties.putIfAbsent("ApplicationName", "edgewise");
    properties.putIfAbsent("connectTimeout", Long.toString(CONNECT.toSeconds()));
    properties.putIfAbsent("loginTimeout", Long.toString(login.toSeconds()));
    properties.putIfAbsent("socketTimeout", Long.toString(answer.toSeconds()));
    properties.setProperty("targetServerType", "primary");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("reWriteBatchedInserts", "true");
    return properties;
  }

  private static int readers(DatabaseSettings settings) {
    return Math.max(1, settings.poolMaxSize() / 3);
  }

  private static HikariDataSource pool(
      String name, Properties properties, int maxSize, Connections connections) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("edgewise-" + name);
    config.setDataSource(connections.source(properties));
    config.setExceptionOverride(connections.failures());
    config.setMaximumPoolSize(maxSize);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
    config.setValidationTimeout(VALIDATION.toMillis());
    config.setInitializationFailTimeout(-1);
    var pool = new HikariDataSource(config);
    connections.onEnd(() -> pool.getHikariPoolMXBean().softEvictConnections());
    return pool;
  }
}
