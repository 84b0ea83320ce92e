package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads elements that stand for themselves. */
final class BodyItems {
  /** Elements are only cut apart by it, which takes no stack however deep they are. */
  private static final JsonFactory CUTTER =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private BodyItems() {}

  /**
   * @param idField the field that names an element
   * @param mayBeOne whether an element may come alone, instead of in an array
   */
  static <T> List<BodyItem<T>> read(
      InputStream body, Class<T> type, String idField, boolean mayBeOne) throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      List<BodyItem<T>> items = new ArrayList<>();
      Wire.readList(bytes, type).forEach(value -> items.add(new BodyItem.Read<>(value)));
      return items;
    } catch (JacksonException e) {
      return oneByOne(bytes, type, idField, mayBeOne);
    }
  }

  private static <T> List<BodyItem<T>> oneByOne(
      byte[] bytes, Class<T> type, String idField, boolean mayBeOne) {
    List<BodyItem<T>> items = new ArrayList<>();
    try (JsonParser in = CUTTER.createParser(ObjectReadContext.empty(), bytes)) {
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_ARRAY) {
        while (in.nextToken() != JsonToken.END_ARRAY) {
          items.add(item(JsonText.copy(in, _ -> {}), type, idField));
        }
      } else if (first == JsonToken.START_OBJECT && mayBeOne) {
        items.add(item(JsonText.copy(in, _ -> {}), type, idField));
      } else {
        throw ApiException.invalid(
            List.of("body: must be " + (mayBeOne ? "an object or an array" : "an array")));
      }
      if (in.nextToken() != null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "Something follows the end of the JSON.");
      }
    }
    return items;
  }

  private static <T> BodyItem<T> item(String json, Class<T> type, String idField) {
    try {
      return new BodyItem.Read<>(Wire.read(json, type));
    } catch (JacksonException e) {
      return new BodyItem.Faulty<>(id(json, idField), BodyFaults.phrase(e));
    }
  }

  private static @Nullable String id(String json, String idField) {
    try (JsonParser in = CUTTER.createParser(ObjectReadContext.empty(), json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean named = idField.equals(in.currentName());
        if (in.nextToken() == JsonToken.VALUE_STRING && named) {
          return in.getString();
        }
        in.skipChildren();
      }
      return null;
    }
  }
}
