package dev.edgewise.server.testing;

import java.io.PrintWriter;
import java.io.StringWriter;
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
  private final Queue<String> traces = new ConcurrentLinkedQueue<>();
  private final Logger logger;
  private final Level level;
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          lines.add(entry.getLevel() + " " + entry.getMessage());
          if (entry.getThrown() != null) {
            var trace = new StringWriter();
            entry.getThrown().printStackTrace(new PrintWriter(trace));
            traces.add(trace.toString());
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Listens to a class by its name. */
  public LogCapture(String className) {
    this(className, Level.INFO);
  }

  /** Listens to a class or a package, from a level on. */
  public LogCapture(String name, Level least) {
    logger = Logger.getLogger(name);
    level = logger.getLevel();
    logger.setLevel(least);
    handler.setLevel(Level.ALL);
    logger.addHandler(handler);
  }

  /** The lines so far, each behind its level. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The stack traces so far. */
  public List<String> traces() {
    return List.copyOf(traces);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(level);
  }
}
