package dev.edgewise.server.postgres;

import java.nio.file.Path;
import java.util.Map;

/**
 * The settings of the embedded PostgreSQL.
 *
 * @param folder the folder of the cluster; created if it does not exist
 * @param programs the folder that PostgreSQL's programs are unpacked into
 * @param maxConnections how many connections the server accepts
 * @param parameters server parameters that override the default ones
 */
public record PostgresSettings(
    Path folder, Path programs, int maxConnections, Map<String, String> parameters) {

  private static final int LEAST_CONNECTIONS = 100;

  /** For psql sessions and connections outside the pools. */
  private static final int SPARE_CONNECTIONS = 20;

  public PostgresSettings {
    folder = folder.toAbsolutePath().normalize();
    programs = programs.toAbsolutePath().normalize();
    parameters = Map.copyOf(parameters);
  }

  /** Returns the settings of a server in the folder {@code pg} of a data folder. */
  public static PostgresSettings in(Path dataFolder) {
    Path folder = dataFolder.resolve("pg");
    return new PostgresSettings(folder, folder, LEAST_CONNECTIONS, Map.of());
  }

  /**
   * Returns these settings with enough connections for two Edgewise servers with pools of this
   * size.
   */
  public PostgresSettings forPools(int poolMaxSize) {
    int connections = Math.max(LEAST_CONNECTIONS, 2 * poolMaxSize + SPARE_CONNECTIONS);
    return new PostgresSettings(folder, programs, connections, parameters);
  }
}
