package dev.edgewise.server.http;

import java.util.Locale;

/** Decides which answers are compressed. */
final class Encodings {
  static final String GZIP = "gzip";

  private Encodings() {}

  /** Whether an Accept-Encoding header asks for gzip. */
  static boolean wantsGzip(String accepted) {
    for (String each : accepted.toLowerCase(Locale.ROOT).split(",", -1)) {
      String[] parts = each.split(";", 2);
      if (parts[0].strip().equals(GZIP)) {
        return parts.length < 2 || !refused(parts[1].strip());
      }
    }
    return false;
  }

  /** A weight of zero means "not acceptable". */
  private static boolean refused(String weight) {
    return weight.replace(" ", "").matches("q=0(\\.0*)?");
  }

  /**
   * Whether compression makes files of a type smaller; pictures and fonts are compressed already.
   */
  static boolean compressible(String mediaType) {
    return mediaType.startsWith("text/")
        || mediaType.startsWith("application/json")
        || mediaType.startsWith("image/svg");
  }
}
