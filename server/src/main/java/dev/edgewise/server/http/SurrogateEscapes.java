package dev.edgewise.server.http;

/** Replaces unpaired surrogate escapes in a JSON text. */
final class SurrogateEscapes {
  private static final int ESCAPE_CHARS = 6;
  private static final int RADIX = 16;

  /** The replacement. It is refused in values and names too, but Jackson can read it anywhere. */
  private static final String NUL = "\\u0000";

  private SurrogateEscapes() {}

  /**
   * Returns the text with each escape of an unpaired surrogate replaced by U+0000. Jackson refuses
   * the whole text when a name contains an unpaired surrogate.
   */
  static String paired(String json) {
    var text = new StringBuilder(json.length());
    int at = 0;
    while (at < json.length()) {
      if (json.charAt(at) != '\\') {
        text.append(json.charAt(at++));
        continue;
      }
      int unit = unit(json, at);
      int length = unit < 0 ? 2 : ESCAPE_CHARS;
      if (unit >= 0 && Character.isSurrogate((char) unit)) {
        int next = unit(json, at + ESCAPE_CHARS);
        if (next >= 0 && Character.isSurrogatePair((char) unit, (char) next)) {
          length = 2 * ESCAPE_CHARS;
        } else {
          text.append(NUL);
          at += ESCAPE_CHARS;
          continue;
        }
      }
      int end = Math.min(at + length, json.length());
      text.append(json, at, end);
      at = end;
    }
    return text.toString();
  }

  /** The UTF-16 code unit of the escape at a position; -1 when there is no such escape. */
  private static int unit(String json, int at) {
    if (at + ESCAPE_CHARS > json.length() || !json.startsWith("\\u", at)) {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + ESCAPE_CHARS; i++) {
      int digit = Character.digit(json.charAt(i), RADIX);
      if (digit < 0) {
        return -1;
      }
      unit = unit * RADIX + digit;
    }
    return unit;
  }
}
