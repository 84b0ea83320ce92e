package dev.edgewise.sdk;

import dev.edgewise.api.TaskError;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;

/** Turns exceptions into texts that the server accepts. */
final class ErrorText {

  /** The server keeps less; the middle of a longer text is not sent at all. */
  private static final int MAX_CHARS = 64 * 1024;

  private ErrorText() {}

  static TaskError of(Throwable thrown) {
    String message = thrown.getMessage();
    return new TaskError(
        thrown.getClass().getName(),
        message == null ? null : cut(clean(message)),
        cut(stack(thrown)));
  }

  static String stack(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return clean(text.toString());
  }

  /** The length of an error. */
  static int size(@Nullable TaskError error) {
    return error == null
        ? 0
        : length(error.type()) + length(error.message()) + length(error.stack());
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : text.length();
  }

  /** Replaces what the server cannot store: the character U+0000 and halves of surrogate pairs. */
  static String clean(String text) {
    boolean clean = text.codePoints().noneMatch(ErrorText::isUnstorable);
    return clean
        ? text
        : text.codePoints()
            .map(c -> isUnstorable(c) ? '\uFFFD' : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private static boolean isUnstorable(int codePoint) {
    return codePoint == 0
        || (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
  }

  private static String cut(String text) {
    return text.length() <= MAX_CHARS
        ? text
        : clean(
            text.substring(0, MAX_CHARS / 2)
                + " ... "
                + text.substring(text.length() - MAX_CHARS / 2));
  }
}
