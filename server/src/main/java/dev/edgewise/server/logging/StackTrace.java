package dev.edgewise.server.logging;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Prints an exception with its causes in the JDK's format, with line breaks in messages escaped.
 */
final class StackTrace {
  private static final String END = System.lineSeparator();

  private final StringBuilder text = new StringBuilder();
  private final Set<Throwable> printed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final UnaryOperator<String> spelling;

  private StackTrace(UnaryOperator<String> spelling) {
    this.spelling = spelling;
  }

  /**
   * The stack trace as text.
   *
   * @param spelling escapes the messages
   */
  static String of(Throwable thrown, UnaryOperator<String> spelling) {
    var trace = new StackTrace(spelling);
    trace.add(thrown, "", "", new StackTraceElement[0]);
    return trace.text.toString();
  }

  private void add(Throwable thrown, String indent, String caption, StackTraceElement[] around) {
    text.append(indent).append(caption).append(spelling.apply(thrown.toString())).append(END);
    if (!printed.add(thrown)) {
      return;
    }
    StackTraceElement[] frames = thrown.getStackTrace();
    int common = common(frames, around);
    for (int i = 0; i < frames.length - common; i++) {
      text.append(indent).append("\tat ").append(frames[i]).append(END);
    }
    if (common > 0) {
      text.append(indent).append("\t... ").append(common).append(" more").append(END);
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      add(suppressed, indent + "\t", "Suppressed: ", frames);
    }
    if (thrown.getCause() != null) {
      add(thrown.getCause(), indent, "Caused by: ", frames);
    }
  }

  /** The number of frames that both traces share at the end. */
  private static int common(StackTraceElement[] frames, StackTraceElement[] around) {
    int common = 0;
    while (common < Math.min(frames.length, around.length)
        && frames[frames.length - 1 - common].equals(around[around.length - 1 - common])) {
      common++;
    }
    return common;
  }
}
