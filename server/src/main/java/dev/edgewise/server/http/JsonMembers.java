package dev.edgewise.server.http;

import dev.edgewise.api.Json;
import dev.edgewise.server.input.JsonText;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Splits a JSON object into its members, with the values as JSON text. */
public final class JsonMembers {

  private JsonMembers() {}

  /**
   * The members in their order.
   *
   * @param name of the value, for the error when it is not an object
   */
  public static Map<String, Json> of(Json value, String name) {
    Map<String, Json> members = new LinkedHashMap<>();
    try (JsonParser in = parser(value)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw ApiException.invalid(List.of(name + ": must be an object"));
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String member = in.currentName();
        in.nextToken();
        members.put(member, new Json(JsonText.copy(in, _ -> {})));
      }
    }
    return members;
  }

  /** The members of an object that are texts, in their order. */
  public static Map<String, String> texts(Json value, String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    of(value, name)
        .forEach((member, text) -> texts.put(member, Wire.read(text.text(), String.class)));
    return texts;
  }

  /** The number of items of an array; -1 when the value is not an array. */
  public static int arraySize(Json value) {
    try (JsonParser in = parser(value)) {
      if (in.nextToken() != JsonToken.START_ARRAY) {
        return -1;
      }
      int size = 0;
      while (in.nextToken() != JsonToken.END_ARRAY) {
        in.skipChildren();
        size++;
      }
      return size;
    }
  }

  private static JsonParser parser(Json value) {
    return Wire.parser(new ByteArrayInputStream(value.text().getBytes(StandardCharsets.UTF_8)));
  }
}
