package dev.edgewise.server.logging;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/**
 * Escapes control characters in log lines. Names and reasons come from clients: a line break in one
 * could fake another log line, and an escape sequence could control the terminal.
 */
final class OneLine {

  private OneLine() {}

  /** The text with control characters escaped. */
  static String of(String text) {
    if (text.chars().noneMatch(OneLine::acts)) {
      return text;
    }
    var line = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (acts(c)) {
        line.append(escaped(c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }

  /** Control characters, line separators and marks that change the writing direction. */
  private static boolean acts(int c) {
    return Character.isISOControl(c)
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }

  private static String escaped(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u%04x".formatted(c);
    };
  }

  /** The same escapes for JSON strings; JSON itself escapes most of them already. */
  static final class Escapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[0x7F] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return acts(c) ? new SerializedString(escaped(c)) : null;
    }
  }
}
