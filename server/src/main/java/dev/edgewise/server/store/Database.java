package dev.edgewise.server.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.jdbi.v3.core.Jdbi;

/** The database as the server uses it: two pools, the schema's migrations, and a pulse. */
public final class Database implements AutoCloseable {

  /**
   * Hot statements are planned once and always join by index, so that a plan made for an empty
   * table is still right after a bulk load.
   */
  private static final String ENGINE_OPTIONS =
      "-c plan_cache_mode=force_generic_plan -c enable_hashjoin=off -c enable_mergejoin=off";

  private final HikariDataSource enginePool;
  private final HikariDataSource readerPool;
  private final Jdbi engine;
  private final Jdbi reader;

  private Database(DatabaseSettings settings) {
    HikariConfig engineConfig = pool(settings, "engine");
    engineConfig.addDataSourceProperty("prepareThreshold", "1");
    String options = settings.url().parameters().getOrDefault("options", "");
    engineConfig.addDataSourceProperty("options", (options + " " + ENGINE_OPTIONS).strip());
    this.enginePool = new HikariDataSource(engineConfig);
    this.readerPool = new HikariDataSource(pool(settings, "reader"));
    this.engine = Jdbi.create(enginePool);
    this.reader = Jdbi.create(readerPool);
  }

  /** Waits for the database as long as the settings allow and connects to it. */
  public static Database open(DatabaseSettings settings) {
    DatabaseWait.until(settings);
    return new Database(settings);
  }

  /** For the engine's statements, whose plans must not depend on statistics. */
  public Jdbi engine() {
    return engine;
  }

  /** For lists and administration, planned as PostgreSQL sees fit. */
  public Jdbi reader() {
    return reader;
  }

  /**
   * Brings the schema up to date; several servers may do so at once. Returns how many steps ran.
   */
  public int migrate() {
    MigrateResult result =
        Flyway.configure()
            .dataSource(readerPool)
            .locations("classpath:db/migration")
            .load()
            .migrate();
    return result.migrationsExecuted;
  }

  /** Throws when the database does not answer. */
  public void ping() {
    reader.useHandle(handle -> handle.execute("SELECT 1"));
  }

  @Override
  public void close() {
    enginePool.close();
    readerPool.close();
  }

  private static HikariConfig pool(DatabaseSettings settings, String name) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("edgewise-" + name);
    config.setJdbcUrl(settings.url().jdbcUrl());
    config.setUsername(settings.url().user());
    config.setPassword(settings.url().password());
    config.setMaximumPoolSize(settings.poolMaxSize());
    config.setMinimumIdle(1);
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", "edgewise");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return config;
  }
}
