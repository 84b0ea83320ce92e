package dev.edgewise.server.logging;

import java.text.MessageFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.slf4j.MDC;

/** The parts of a log line that both formatters use. */
final class LogLine {

  private LogLine() {}

  /** The level, named as in LOG_LEVEL. */
  static String level(Level level) {
    int value = level.intValue();
    if (value >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (value >= Level.WARNING.intValue()) {
      return "WARN";
    }
    if (value >= Level.CONFIG.intValue()) {
      return "INFO";
    }
    return value >= Level.FINE.intValue() ? "DEBUG" : "TRACE";
  }

  /** The message with its parameters filled in, if the logger has not done so. */
  static String message(LogRecord entry) {
    String message = String.valueOf(entry.getMessage());
    Object[] parameters = entry.getParameters();
    if (parameters == null || parameters.length == 0 || !message.contains("{0")) {
      return message;
    }
    try {
      return MessageFormat.format(message, parameters);
    } catch (IllegalArgumentException e) {
      return message;
    }
  }

  /** The MDC of the current thread, which is the one that logs: formatters run on it. */
  static Map<String, String> context() {
    Map<String, String> context = MDC.getCopyOfContextMap();
    return context == null ? Map.of() : new TreeMap<>(context);
  }
}
