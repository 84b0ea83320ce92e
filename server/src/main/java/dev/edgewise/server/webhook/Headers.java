package dev.edgewise.server.webhook;

import java.util.Locale;
import java.util.Set;

/** Keeps the headers that users ask for from being more than headers. */
final class Headers {

  /** The caller sets these itself, or they would change how the request is read. */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private Headers() {}

  /**
   * Checks a header.
   *
   * @throws IllegalArgumentException when it cannot be sent, with the reason
   */
  static void check(String name, String value) {
    if (!token(name)) {
      throw new IllegalArgumentException("\"" + name + "\" is no header name");
    }
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("the header " + name + " is set by the server itself");
    }
    if (!printable(value)) {
      throw new IllegalArgumentException(
          "the header " + name + " has control characters or characters beyond Latin-1");
    }
  }

  private static boolean token(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && TOKEN_MARKS.indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean printable(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean visible = (c >= 0x20 && c <= 0x7e) || (c >= 0xa0 && c <= 0xff);
      if (!visible && c != '\t') {
        return false;
      }
    }
    return true;
  }
}
