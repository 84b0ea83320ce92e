package dev.edgewise.server.store;

import java.time.Duration;

/**
 * Where the database is and how it is used.
 *
 * @param url where it is and who asks
 * @param poolMaxSize the most connections the engine's pool and the readers' pool each open
 * @param patience how long a start waits for a database that cannot be reached
 */
public record DatabaseSettings(DatabaseUrl url, int poolMaxSize, Duration patience) {

  public static final int DEFAULT_POOL_MAX_SIZE = 16;
  public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(60);

  public DatabaseSettings {
    if (poolMaxSize < 1) {
      throw new IllegalArgumentException("poolMaxSize must be at least 1");
    }
  }

  public static DatabaseSettings of(DatabaseUrl url) {
    return new DatabaseSettings(url, DEFAULT_POOL_MAX_SIZE, DEFAULT_PATIENCE);
  }
}
