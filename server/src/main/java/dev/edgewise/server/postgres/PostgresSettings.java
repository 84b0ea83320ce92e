package dev.edgewise.server.postgres;

import java.nio.file.Path;
import java.util.Map;

/**
 * How the embedded PostgreSQL is run.
 *
 * @param folder the folder that holds the cluster; made when it is not there
 * @param programs the folder that PostgreSQL's programs are unpacked into
 * @param maxConnections how many connections the server accepts
 * @param parameters server parameters that go before the launcher's own
 */
public record PostgresSettings(
    Path folder, Path programs, int maxConnections, Map<String, String> parameters) {

  private static final int LEAST_CONNECTIONS = 100;

  /** For people and for what needs a connection outside the pools. */
  private static final int SPARE_CONNECTIONS = 20;

  public PostgresSettings {
    folder = folder.toAbsolutePath().normalize();
    programs = programs.toAbsolutePath().normalize();
    parameters = Map.copyOf(parameters);
  }

  /** The settings of a server that lives wholly in the folder {@code pg} of a data folder. */
  public static PostgresSettings in(Path dataFolder) {
    Path folder = dataFolder.resolve("pg");
    return new PostgresSettings(folder, folder, LEAST_CONNECTIONS, Map.of());
  }

  /** The same with room for two Edgewise servers whose pools have this size. */
  public PostgresSettings forPools(int poolMaxSize) {
    int connections = Math.max(LEAST_CONNECTIONS, 2 * poolMaxSize + SPARE_CONNECTIONS);
    return new PostgresSettings(folder, programs, connections, parameters);
  }
}
