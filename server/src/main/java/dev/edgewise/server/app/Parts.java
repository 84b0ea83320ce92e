package dev.edgewise.server.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The components of a server, stopped in reverse order. A component that fails to stop does not
 * affect the others. One that does not stop in time is abandoned, so that the others have time
 * left.
 */
final class Parts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Parts.class);

  private final Deque<Part> started = new ArrayDeque<>();
  private final Duration limit;

  private record Part(String name, AutoCloseable closing) {}

  /**
   * @param limit how long all components together may take to stop
   */
  Parts(Duration limit) {
    this.limit = limit;
  }

  synchronized <T extends AutoCloseable> T add(String name, T part) {
    started.push(new Part(name, part));
    return part;
  }

  @Override
  public synchronized void close() {
    long end = System.nanoTime() + limit.toNanos();
    while (!started.isEmpty()) {
      close(started.pop(), Duration.ofNanos(Math.max(1, end - System.nanoTime())));
    }
  }

  /**
   * Stops a component on its own thread and waits for at most nine tenths of the remaining time.
   */
  private static void close(Part part, Duration left) {
    log.debug("Stopping {}", part.name);
    Thread closing =
        Thread.ofPlatform().daemon().name("stop-" + part.name).start(() -> close(part));
    try {
      if (!closing.join(left.multipliedBy(9).dividedBy(10))) {
        log.warn("{} did not stop in time and is abandoned", part.name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Part part) {
    try {
      part.closing.close();
    } catch (Exception e) {
      log.error("{} failed to stop", part.name, e);
    }
  }
}
