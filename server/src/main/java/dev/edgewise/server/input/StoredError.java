package dev.edgewise.server.input;

import dev.edgewise.api.TaskError;
import dev.edgewise.server.config.Limits;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes the error of an attempt as it is stored: too long texts lose their middle. */
public final class StoredError {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TYPE_MAX_BYTES = Limits.ERROR_MAX_BYTES / 32;
  private static final int MESSAGE_MAX_BYTES = Limits.ERROR_MAX_BYTES / 4;

  private StoredError() {}

  /** The error as a JSON object; null if there is nothing in it. */
  public static @Nullable String of(@Nullable TaskError error) {
    return error == null ? null : of(error.type(), error.message(), error.stack());
  }

  /** The same of its parts. */
  public static @Nullable String of(
      @Nullable String givenType, @Nullable String givenMessage, @Nullable String givenStack) {
    if (givenType == null && givenMessage == null && givenStack == null) {
      return null;
    }
    String type = cut(givenType, TYPE_MAX_BYTES);
    // What the stack leaves is the message's, and the other way round.
    int rest = Limits.ERROR_MAX_BYTES - bytes(type);
    String message = cut(givenMessage, Math.max(MESSAGE_MAX_BYTES, rest - bytes(givenStack)));
    String stack = cut(givenStack, rest - bytes(message));
    ObjectNode json = JSON.createObjectNode();
    json.put("type", type);
    json.put("message", message);
    json.put("stack", stack);
    return json.toString();
  }

  private static int bytes(@Nullable String text) {
    return text == null ? 0 : JsonText.byteLength(text);
  }

  /** The beginning and the end of a text, with a note between them if there was more. */
  private static @Nullable String cut(@Nullable String text, int most) {
    if (text == null) {
      return null;
    }
    String storable = JsonText.storable(text);
    int bytes = JsonText.byteLength(storable);
    if (bytes <= most) {
      return storable;
    }
    int note = " ... 2147483647 bytes cut ... ".length();
    int end = prefix(storable, (most - note) / 2);
    int begin = suffix(storable, (most - note) / 2);
    int gone = JsonText.byteLength(storable.substring(end, begin));
    return storable.substring(0, end)
        + " ... %d bytes cut ... ".formatted(gone)
        + storable.substring(begin);
  }

  /** The end of the longest beginning with so many bytes. */
  private static int prefix(String text, int most) {
    int bytes = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      bytes += length(c);
      if (bytes > most) {
        return i;
      }
      i += Character.charCount(c);
    }
    return i;
  }

  /** The begin of the longest end with so many bytes. */
  private static int suffix(String text, int most) {
    int bytes = 0;
    int i = text.length();
    while (i > 0) {
      int c = text.codePointBefore(i);
      bytes += length(c);
      if (bytes > most) {
        return i;
      }
      i -= Character.charCount(c);
    }
    return i;
  }

  private static int length(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
}
