package dev.edgewise.server.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records what a class logs while this is open. */
public final class LogCapture implements AutoCloseable {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Logger logger;
  private final Level level;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          lines.add(entry.getLevel() + " " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Listens to a class by its name. */
  public LogCapture(String className) {
    logger = Logger.getLogger(className);
    level = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addHandler(handler);
  }

  /** The lines so far, each behind its level. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(level);
  }
}
