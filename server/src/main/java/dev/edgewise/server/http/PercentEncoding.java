package dev.edgewise.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Percent-decoding of paths and headers. */
public final class PercentEncoding {

  private PercentEncoding() {}

  /** Decodes a text; a malformed text is returned unchanged. */
  public static String decode(String text) {
    try {
      // A plus sign stands for itself; only HTML forms use it for a space.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
