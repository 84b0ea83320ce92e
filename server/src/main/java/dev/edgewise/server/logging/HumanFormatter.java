package dev.edgewise.server.logging;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/**
 * Formats an entry as plain text: time, level, message, and the context (request, batch, task) at
 * the end.
 */
final class HumanFormatter extends Formatter {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String FAINT = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";

  private final boolean colours;

  HumanFormatter(boolean colours) {
    this.colours = colours;
  }

  @Override
  public String format(LogRecord entry) {
    var line = new StringBuilder();
    line.append(painted(FAINT, TIME.format(entry.getInstant()))).append(' ');
    line.append(level(entry.getLevel())).append(' ');
    line.append(OneLine.of(LogLine.message(entry)));
    for (Map.Entry<String, String> about : LogLine.context().entrySet()) {
      line.append(' ').append(painted(FAINT, about.getKey() + "=" + OneLine.of(about.getValue())));
    }
    line.append(System.lineSeparator());
    if (entry.getThrown() != null) {
      line.append(StackTrace.of(entry.getThrown(), OneLine::of));
    }
    return line.toString();
  }

  private String level(Level level) {
    String word = "%-5s".formatted(LogLine.level(level));
    return level.intValue() >= Level.SEVERE.intValue()
        ? painted(RED, word)
        : level.intValue() >= Level.WARNING.intValue() ? painted(YELLOW, word) : word;
  }

  private String painted(String colour, String text) {
    return colours ? colour + text + PLAIN : text;
  }
}
