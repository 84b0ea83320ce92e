package dev.edgewise.server.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a server, stopped in reverse order, each whatever the others do. A part that does
 * not stop in time is left behind, so that the next ones still get some.
 */
final class Parts implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Parts.class);

  private final Deque<Part> started = new ArrayDeque<>();
  private final Duration limit;

  private record Part(String name, AutoCloseable closing) {}

  /**
   * @param limit how long all of them together may take to stop
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

  /** Stops a part on a thread of its own and waits for it, for most of the time that is left. */
  private static void close(Part part, Duration left) {
    log.debug("Stopping {}", part.name);
    Thread closing =
        Thread.ofPlatform().daemon().name("stop-" + part.name).start(() -> close(part));
    try {
      if (!closing.join(left.multipliedBy(9).dividedBy(10))) {
        log.warn("{} did not stop in time and is left behind", part.name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Part part) {
    try {
      part.closing.close();
    } catch (Exception e) {
      log.error("{} did not stop in good order", part.name, e);
    }
  }
}
