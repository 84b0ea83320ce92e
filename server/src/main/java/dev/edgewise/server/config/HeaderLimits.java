package dev.edgewise.server.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the headers of webhooks may be: as they are submitted, and again as expressions fill them.
 */
public final class HeaderLimits {

  /** The caller sets these itself, or they would change how the request is read. */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private HeaderLimits() {}

  /** What speaks against a name; empty when nothing does. */
  public static Optional<String> objectionToName(String name) {
    if (!token(name)) {
      return Optional.of("is no header name");
    }
    return RESERVED.contains(name.toLowerCase(Locale.ROOT))
        ? Optional.of("is set by the server itself")
        : Optional.empty();
  }

  /** What speaks against a value; empty when nothing does. */
  public static Optional<String> objectionToValue(String value) {
    return printable(value)
        ? Optional.empty()
        : Optional.of("must not contain control characters or characters beyond Latin-1");
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
