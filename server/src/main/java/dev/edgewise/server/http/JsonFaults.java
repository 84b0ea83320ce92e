package dev.edgewise.server.http;

import dev.edgewise.server.input.JsonText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Describes why a text is not JSON. Jackson's own messages are longer and name its configuration
 * features.
 */
final class JsonFaults {
  private static final Pattern CHARACTER = Pattern.compile("code (\\d+)");
  private static final Pattern WORD = Pattern.compile("oken '([\\w.+-]{1,50})'");

  private JsonFaults() {}

  static String phrase(JacksonException fault) {
    if (fault instanceof UnexpectedEndOfInputException) {
      return "the JSON ends before it is complete";
    }
    String repeated = JsonText.repeatedKey(fault);
    if (repeated != null) {
      return repeated;
    }
    String message = String.valueOf(fault.getOriginalMessage());
    Matcher character = CHARACTER.matcher(message);
    if (character.find()) {
      return "unexpected character " + shown(Integer.parseInt(character.group(1)));
    }
    Matcher word = WORD.matcher(message);
    if (word.find()) {
      return "unknown word '" + word.group(1) + "'";
    }
    if (message.contains("surrogate")) {
      return "unpaired surrogate";
    }
    if (message.contains("UTF-8")) {
      return "the text is not UTF-8";
    }
    return message.contains("numeric") ? "not a valid JSON number" : "not JSON";
  }

  private static String shown(int character) {
    return character > ' ' && character < 0x7f
        ? "'" + (char) character + "'"
        : "U+%04X".formatted(character);
  }
}
