package dev.edgewise.sdk;

import dev.edgewise.api.Json;
import dev.edgewise.api.LogLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The lines of a task that are not sent yet. When there are too many, the newest are dropped. */
final class TaskLog {

  /** With so many lines, they are sent at once. */
  static final int MANY = 100;

  private static final int MAX_LINES = 10_000;

  private final Deque<LogLine> lines = new ArrayDeque<>();
  private int dropped;

  /** Adds a line; returns how many there are. */
  synchronized int add(LogLine line) {
    if (lines.size() < MAX_LINES) {
      lines.add(line);
    } else {
      dropped++;
    }
    return lines.size();
  }

  synchronized boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The oldest lines, at least one if there is any; they stay until {@link #remove}. */
  synchronized List<LogLine> oldest(int maxChars) {
    if (dropped > 0) {
      lines.add(
          new LogLine(
              null, "warn", "%d lines were dropped by the worker".formatted(dropped), null));
      dropped = 0;
    }
    List<LogLine> some = new ArrayList<>();
    int chars = 0;
    for (LogLine line : lines) {
      if (chars > 0 && chars + size(line) > maxChars) {
        break;
      }
      some.add(line);
      chars += size(line);
    }
    return some;
  }

  synchronized void remove(int count) {
    for (int i = 0; i < count; i++) {
      lines.poll();
    }
  }

  synchronized void clear() {
    lines.clear();
  }

  /** The approximate length of a line in JSON. */
  static int size(LogLine line) {
    Json fields = line.fields();
    return 100 + line.message().length() + (fields == null ? 0 : fields.text().length());
  }
}
