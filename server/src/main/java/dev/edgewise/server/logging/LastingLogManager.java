package dev.edgewise.server.logging;

import java.util.logging.LogManager;

/**
 * A log manager that keeps its handlers until the JVM exits. The JDK's closes them in a shutdown
 * hook, so the log lines of the server's own stop would be lost.
 */
public final class LastingLogManager extends LogManager {

  @Override
  public void reset() {
    // LogSetup replaces the handlers; nothing else removes them.
  }
}
