package dev.edgewise.server.app;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The started parts of a server, to be stopped in reverse order, each whatever the others do. */
final class Parts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Parts.class);

  private final Deque<Part> started = new ArrayDeque<>();

  private record Part(String name, AutoCloseable closing) {}

  synchronized <T extends AutoCloseable> T add(String name, T part) {
    started.push(new Part(name, part));
    return part;
  }

  @Override
  public synchronized void close() {
    while (!started.isEmpty()) {
      Part part = started.pop();
      log.debug("Stopping {}", part.name);
      try {
        part.closing.close();
      } catch (Exception e) {
        log.error("{} did not stop in good order", part.name, e);
      }
    }
  }
}
