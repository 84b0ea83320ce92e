package dev.edgewise.server.access;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.life.OverloadedException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets a few requests at a time look credentials up in the database, so that made-up ones cannot
 * take its connections away from the engine.
 */
final class Lookups {
  private final Semaphore turns = new Semaphore(Limits.ACCESS_LOOKUPS_MAX);

  /**
   * @throws OverloadedException when there is no turn in time
   */
  <T> T run(Supplier<T> lookup) {
    try {
      if (!turns.tryAcquire(Limits.ACCESS_LOOKUP_MAX_WAIT_SECS, TimeUnit.SECONDS)) {
        throw new OverloadedException("Too many credentials wait to be looked up");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OverloadedException("The look-up of the credentials was interrupted");
    }
    try {
      return lookup.get();
    } finally {
      turns.release();
    }
  }
}
