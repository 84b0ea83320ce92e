package dev.edgewise.sdk;

import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/**
 * Sends what {@code java.util.logging} logs to the log of the task whose handler runs on the
 * thread; ignores what other threads log.
 *
 * <pre>{@code
 * Logger.getLogger("").addHandler(new TaskLogHandler());
 * }</pre>
 */
public final class TaskLogHandler extends Handler {

  private final Formatter messages = new SimpleFormatter();

  /** Creates a handler for records of any level. */
  public TaskLogHandler() {}

  @Override
  public void publish(LogRecord entry) {
    TaskContext context = TaskContext.current();
    if (context == null || !isLoggable(entry)) {
      return;
    }
    String message = messages.formatMessage(entry);
    Throwable thrown = entry.getThrown();
    context.add(
        entry.getInstant(),
        level(entry),
        thrown == null ? message : message + System.lineSeparator() + ErrorText.stack(thrown),
        entry.getLoggerName() == null ? Map.of() : Map.of("logger", entry.getLoggerName()));
  }

  private static String level(LogRecord entry) {
    int level = entry.getLevel().intValue();
    if (level >= java.util.logging.Level.SEVERE.intValue()) {
      return "error";
    }
    if (level >= java.util.logging.Level.WARNING.intValue()) {
      return "warn";
    }
    return level >= java.util.logging.Level.CONFIG.intValue() ? "info" : "debug";
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
