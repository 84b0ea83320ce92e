package dev.edgewise.server.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** The encoding of paths and of headers that are not plain ASCII. */
public final class PercentEncoding {

  private PercentEncoding() {}

  /** What the text stands for; a malformed one stands for itself. */
  public static String decode(String text) {
    try {
      // A plus sign is itself here; only forms use it for a space.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
