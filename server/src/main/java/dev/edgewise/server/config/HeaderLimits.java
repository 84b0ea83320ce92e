package dev.edgewise.server.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Rules for the headers of webhooks. They are checked on submission, and again when expressions in
 * the headers have been evaluated.
 */
public final class HeaderLimits {

  /**
   * Headers that the webhook caller sets itself, or that would change how the receiver parses the
   * request.
   */
  private static final Set<String> RESERVED =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private HeaderLimits() {}

  /** The rule that a header name breaks; empty when it breaks none. */
  public static Optional<String> objectionToName(String name) {
    if (!token(name)) {
      return Optional.of("is not a header name");
    }
    return RESERVED.contains(name.toLowerCase(Locale.ROOT))
        ? Optional.of("is set by the server itself")
        : Optional.empty();
  }

  /** The rule that a header value breaks; empty when it breaks none. */
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
