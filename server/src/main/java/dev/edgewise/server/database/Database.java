package dev.edgewise.server.database;

import com.zaxxer.hikari.HikariDataSource;
import dev.edgewise.server.StartException;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's access to PostgreSQL: the connection pools, the schema migrations and the readiness
 * probe.
 */
public final class Database implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Database.class);

  private final DatabaseSettings settings;
  private final Connections connections = new Connections();
  private final DeadConnectionWatch watch;
  private final HikariDataSource enginePool;
  private final HikariDataSource readerPool;
  private final HikariDataSource committerPool;
  private final Jdbi engine;
  private final Jdbi reader;
  private final Jdbi committer;

  private Database(DatabaseSettings settings) {
    this.settings = settings;
    this.watch = new DeadConnectionWatch(connections, Pools.brief(settings));
    this.enginePool = Pools.engine(settings, connections);
    this.readerPool = Pools.reader(settings, connections);
    boolean apart = Pools.committersApart(settings);
    this.committerPool = apart ? Pools.committer(settings, connections) : enginePool;
    this.engine = Jdbi.create(enginePool);
    this.reader = Jdbi.create(readerPool);
    this.committer = apart ? Jdbi.create(committerPool) : engine;
  }

  /** Opens the pools; waits for the database as long as the settings allow. */
  public static Database open(DatabaseSettings settings) {
    DatabaseWait.until(settings);
    return new Database(settings);
  }

  /** Runs the engine's statements, with plans that do not depend on statistics. */
  public Jdbi engine() {
    return engine;
  }

  /** Runs the committers' statements, planned like the engine's. */
  public Jdbi committer() {
    return committer;
  }

  /** Runs reads and administration, which may take longer and must not delay the engine. */
  public Jdbi reader() {
    return reader;
  }

  /** Runs a list query with arbitrary filters, which PostgreSQL plans by its statistics. */
  public <T> T list(TransactionIsolationLevel isolation, HandleCallback<T, RuntimeException> work) {
    return reader.inTransaction(
        isolation,
        handle -> {
          handle.createQuery(Sql.named("database/plan_freely")).mapTo(String.class).list();
          return work.withHandle(handle);
        });
  }

  /**
   * A connection outside the pools for short statements, such as LISTEN. The caller closes it, and
   * calls {@link #lost} when it breaks.
   */
  public Connection dedicated() throws SQLException {
    return connections.open(Pools.brief(settings));
  }

  /** Ends the era because a connection outside the pools has broken. */
  public void lost() {
    connections.lost();
  }

  /** The current era. */
  public Era era() {
    return connections.era();
  }

  /** The era that the connection of a handle belongs to. */
  public static Era era(Handle handle) {
    try {
      return handle.getConnection().unwrap(TrackedConnection.Unwrapped.class).tracked().era();
    } catch (SQLException e) {
      throw new ConnectionException(e);
    }
  }

  /**
   * A connection outside the pools, without a statement timeout, for maintenance such as a backup.
   */
  public Connection upkeep() throws SQLException {
    return Pools.upkeep(settings);
  }

  /**
   * Migrates the schema to the newest version and returns the number of migrations applied. Several
   * servers may call it at the same time.
   */
  public int migrate() {
    return migrate(MigrationVersion.LATEST);
  }

  /** Migrates the schema to a version that this program knows. */
  public void migrateTo(String version) {
    migrate(MigrationVersion.fromVersion(version));
  }

  private int migrate(MigrationVersion target) {
    try (HikariDataSource pool = Pools.migration(settings, connections)) {
      int steps = flyway(pool).target(target).load().migrate().migrationsExecuted;
      if (steps > 0) {
        log.info("Migrated the schema to the newest version: {} migrations", steps);
      }
      return steps;
    } catch (FlywayException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new StartException("The schema cannot be migrated: " + reason, e);
    }
  }

  /** Whether this program has a migration of that version. */
  public boolean knows(String version) {
    try (HikariDataSource pool = Pools.migration(settings, connections)) {
      return Arrays.stream(flyway(pool).load().info().all())
          .filter(step -> step.getState().isResolved())
          .anyMatch(step -> MigrationVersion.fromVersion(version).equals(step.getVersion()));
    }
  }

  private static FluentConfiguration flyway(HikariDataSource pool) {
    return Flyway.configure().dataSource(pool).locations("classpath:db/migration");
  }

  /** Whether the schema exists, in any version. */
  public boolean migrated() {
    return reader.withHandle(
        handle -> handle.createQuery(Sql.named("database/migrated")).mapTo(Boolean.class).one());
  }

  /** Whether the database responds and accepts writes. */
  public boolean ping() {
    try (Connection connection = readerPool.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(Sql.named("database/writable"))) {
        row.next();
        boolean writable = row.getBoolean(1);
        if (!writable) {
          // Another server may be the primary by now; new connections will find it.
          connections.lost();
        }
        return writable;
      }
    } catch (SQLException e) {
      log.debug("The database does not respond: {}", e.getMessage());
      return false;
    }
  }

  /** Adds the metrics of the pools to a registry; call it at most once. */
  public void observe(MeterRegistry registry) {
    pools().forEach(pool -> pool.setMetricRegistry(registry));
  }

  @Override
  public void close() {
    watch.close();
    pools().forEach(HikariDataSource::close);
  }

  private Set<HikariDataSource> pools() {
    return new LinkedHashSet<>(List.of(enginePool, committerPool, readerPool));
  }
}
