package dev.edgewise.server.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.edgewise.server.StartException;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The database as the server uses it: its pools, the schema's migrations, and a pulse. */
public final class Database implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Database.class);
  private static final Duration PING = Duration.ofSeconds(2);

  private final DatabaseSettings settings;
  private final HikariDataSource enginePool;
  private final HikariDataSource readerPool;
  private final HikariDataSource committerPool;
  private final Jdbi engine;
  private final Jdbi reader;
  private final Jdbi committer;

  private Database(DatabaseSettings settings) {
    this.settings = settings;
    this.enginePool = Pools.engine(settings);
    this.readerPool = Pools.reader(settings);
    boolean apart = Pools.committersApart(settings);
    this.committerPool = apart ? Pools.committer(settings) : enginePool;
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

  /** A connection outside the pools, for a caller that keeps it, such as one that listens. */
  public Connection dedicated() throws SQLException {
    return Pools.dedicated(settings);
  }

  /**
   * Brings the schema up to date and returns how many steps that took; servers may do so at once.
   */
  public int migrate() {
    try (HikariDataSource pool = Pools.migration(settings)) {
      int steps =
          Flyway.configure()
              .dataSource(pool)
              .locations("classpath:db/migration")
              .load()
              .migrate()
              .migrationsExecuted;
      if (steps > 0) {
        log.info("Brought the schema up to date in {} steps", steps);
      }
      return steps;
    } catch (FlywayException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new StartException("The schema cannot be brought up to date: " + reason, e);
    }
  }

  /** Whether the schema is there, in whatever version. */
  public boolean migrated() {
    return reader.withHandle(handle ->
        handle
            .createQuery("select to_regclass('task_state') is not null")
            .mapTo(Boolean.class)
            .one());
  }

  /** Whether the database answers at once. */
  public boolean ping() {
    try (Connection connection = readerPool.getConnection()) {
      return connection.isValid((int) PING.toSeconds());
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
    pools().forEach(HikariDataSource::close);
  }

  private Set<HikariDataSource> pools() {
    return new LinkedHashSet<>(List.of(enginePool, committerPool, readerPool));
  }
}
