package dev.edgewise.server.logging;

import java.text.MessageFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.slf4j.MDC;

/** The parts of a log line that both formats share. */
final class LogLine {

  private LogLine() {}

  /** The level in the words of the settings. */
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

  /** The message with its parameters filled in, if its logger left that to us. */
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

  /** What the current thread works on; lines are formatted by the thread that logs. */
  static Map<String, String> context() {
    Map<String, String> context = MDC.getCopyOfContextMap();
    return context == null ? Map.of() : new TreeMap<>(context);
  }
}
