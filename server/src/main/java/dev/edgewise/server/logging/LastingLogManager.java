package dev.edgewise.server.logging;

import java.util.logging.LogManager;

/**
 * A log manager that outlives the shutdown hooks. The JDK's own closes all handlers in a hook of
 * its own, so that nobody would see how the server stops.
 */
public final class LastingLogManager extends LogManager {

  @Override
  public void reset() {
    // Handlers are replaced by LogSetup and otherwise stay to the end.
  }
}
