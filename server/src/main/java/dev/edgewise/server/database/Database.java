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

/** The database as the server uses it: its pools, the schema's migrations, and a pulse. */
public final class Database implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Database.class);

  private final DatabaseSettings settings;
  private final Connections connections = new Connections();
  private final AnswerWatch watch;
  private final HikariDataSource enginePool;
  private final HikariDataSource readerPool;
  private final HikariDataSource committerPool;
  private final Jdbi engine;
  private final Jdbi reader;
  private final Jdbi committer;

  private Database(DatabaseSettings settings) {
    this.settings = settings;
    this.watch = new AnswerWatch(connections, Pools.brief(settings));
    this.enginePool = Pools.engine(settings, connections);
    this.readerPool = Pools.reader(settings, connections);
    boolean apart = Pools.committersApart(settings);
    this.committerPool = apart ? Pools.committer(settings, connections) : enginePool;
    this.engine = Jdbi.create(enginePool);
    this.reader = Jdbi.create(readerPool);
    this.committer = apart ? Jdbi.create(committerPool) : engine;
  }

  /** Connects to the database, once it can be reached; the settings say how long to wait for it. */
  public static Database open(DatabaseSettings settings) {
    DatabaseWait.until(settings);
    return new Database(settings);
  }

  /** For the engine's statements, whose plans must not depend on statistics. */
  public Jdbi engine() {
    return engine;
  }

  /** For the committers' statements, which are planned like the engine's. */
  public Jdbi committer() {
    return committer;
  }

  /** For reads and administration, which may take longer and must not hold up the engine. */
  public Jdbi reader() {
    return reader;
  }

  /** For lists with filters of all kinds, each planned as PostgreSQL sees fit. */
  public <T> T list(TransactionIsolationLevel isolation, HandleCallback<T, RuntimeException> work) {
    return reader.inTransaction(
        isolation,
        handle -> {
          handle.createQuery(Sql.named("database/plan_freely")).mapTo(String.class).list();
          return work.withHandle(handle);
        });
  }

  /**
   * A connection outside the pools for short statements, for a caller that keeps it, such as one
   * that listens; the caller says so when it is lost.
   */
  public Connection dedicated() throws SQLException {
    return connections.open(Pools.brief(settings));
  }

  /** Takes note that a connection outside the pools was lost. */
  public void lost() {
    connections.lost();
  }

  /** The era in which nothing was lost that this server knows of. */
  public Era era() {
    return connections.era();
  }

  /** The era that the connection of a handle belongs to. */
  public static Era era(Handle handle) {
    try {
      return handle.getConnection().unwrap(Link.OfLink.class).link().era();
    } catch (SQLException e) {
      throw new ConnectionException(e);
    }
  }

  /** A connection outside the pools for upkeep that may take hours, such as a backup. */
  public Connection upkeep() throws SQLException {
    return Pools.upkeep(settings);
  }

  /**
   * Brings the schema up to date and returns how many steps that took; servers may do so at once.
   */
  public int migrate() {
    return migrate(MigrationVersion.LATEST);
  }

  /** Brings the schema up to a version that this program knows. */
  public void migrateTo(String version) {
    migrate(MigrationVersion.fromVersion(version));
  }

  private int migrate(MigrationVersion target) {
    try (HikariDataSource pool = Pools.migration(settings, connections)) {
      int steps = flyway(pool).target(target).load().migrate().migrationsExecuted;
      if (steps > 0) {
        log.info("Brought the schema up to date in {} steps", steps);
      }
      return steps;
    } catch (FlywayException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new StartException("The schema cannot be brought up to date: " + reason, e);
    }
  }

  /** Whether this program can make a schema of that version. */
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

  /** Whether the schema is there, in whatever version. */
  public boolean migrated() {
    return reader.withHandle(handle ->
        handle
            .createQuery(Sql.named("database/migrated"))
            .mapTo(Boolean.class)
            .one());
  }

  /** Whether the database answers and takes writes. */
  public boolean ping() {
    try (Connection connection = readerPool.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(Sql.named("database/writable"))) {
        row.next();
        boolean writable = row.getBoolean(1);
        if (!writable) {
          // Another server may be the primary by now; connections find it when they are made anew.
          connections.lost();
        }
        return writable;
      }
    } catch (SQLException e) {
      log.debug("The database does not answer: {}", e.getMessage());
      return false;
    }
  }

  /** Shows the use of the pools in the metrics; at most once. */
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
