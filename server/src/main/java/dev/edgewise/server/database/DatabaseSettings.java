package dev.edgewise.server.database;

import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * How to connect to the database.
 *
 * @param jdbcUrl may contain driver parameters
 * @param user null when the URL names the user or the driver's default applies
 * @param password null when the URL contains it or none is needed
 * @param poolMaxSize the number of connections that this server keeps open at most
 * @param patience how long a start waits for a database that cannot be reached
 */
public record DatabaseSettings(
    String jdbcUrl,
    @Nullable String user,
    @Nullable String password,
    int poolMaxSize,
    Duration patience) {

  public static final int DEFAULT_POOL_MAX_SIZE = 10;
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(30);

  /** One connection for the engine and one for the readers. */
  private static final int LEAST_CONNECTIONS = 2;

  public DatabaseSettings {
    if (poolMaxSize < LEAST_CONNECTIONS) {
      throw new IllegalArgumentException("poolMaxSize must be at least " + LEAST_CONNECTIONS);
    }
    if (Driver.parseURL(jdbcUrl, null) == null) {
      throw new IllegalArgumentException("jdbcUrl does not name a host, a port and a database");
    }
  }

  public static DatabaseSettings of(
      String jdbcUrl, @Nullable String user, @Nullable String password) {
    return new DatabaseSettings(jdbcUrl, user, password, DEFAULT_POOL_MAX_SIZE, DEFAULT_PATIENCE);
  }

  /** The hosts and the database, without credentials. */
  @Override
  public String toString() {
    Properties properties = driverProperties();
    String[] hosts = properties.getProperty("PGHOST").split(",", -1);
    String[] ports = properties.getProperty("PGPORT").split(",", -1);
    StringBuilder address = new StringBuilder("PostgreSQL at ");
    for (int i = 0; i < hosts.length; i++) {
      address.append(i == 0 ? "" : ",").append(hosts[i]).append(':').append(ports[i]);
    }
    return address.append('/').append(properties.getProperty("PGDBNAME")).toString();
  }

  /** The number of hosts among which the driver looks for the primary. */
  int hosts() {
    return driverProperties().getProperty("PGHOST").split(",", -1).length;
  }

  /**
   * The contents of the URL as properties, to be used with an empty URL: parameters in a URL would
   * override those that the pools must set.
   */
  Properties driverProperties() {
    Properties properties = new Properties();
    Properties parsed = Driver.parseURL(jdbcUrl, null);
    if (parsed != null) {
      properties.putAll(parsed);
    }
    if (user != null) {
      properties.setProperty("user", user);
    }
    if (password != null) {
      properties.setProperty("password", password);
    }
    return properties;
  }
}
