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

/** Reads an array whose elements stand for themselves. */
final class BodyItems {
  private static final String TASK_ID = "task_id";

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

  static <T> List<BodyItem<T>> read(InputStream body, Class<T> type) throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      List<BodyItem<T>> items = new ArrayList<>();
      Wire.readList(bytes, type).forEach(value -> items.add(new BodyItem.Read<>(value)));
      return items;
    } catch (JacksonException e) {
      return oneByOne(bytes, type);
    }
  }

  private static <T> List<BodyItem<T>> oneByOne(byte[] bytes, Class<T> type) {
    List<BodyItem<T>> items = new ArrayList<>();
    try (JsonParser in = CUTTER.createParser(ObjectReadContext.empty(), bytes)) {
      if (in.nextToken() != JsonToken.START_ARRAY) {
        throw ApiException.invalid(List.of("body: must be an array"));
      }
      while (in.nextToken() != JsonToken.END_ARRAY) {
        items.add(item(JsonText.copy(in, _ -> {}), type));
      }
      if (in.nextToken() != null) {
        throw ApiException.of(ErrorCode.MALFORMED_JSON, "Something follows the end of the JSON.");
      }
    }
    return items;
  }

  private static <T> BodyItem<T> item(String json, Class<T> type) {
    try {
      return new BodyItem.Read<>(Wire.read(json, type));
    } catch (JacksonException e) {
      return new BodyItem.Faulty<>(taskId(json), BodyFaults.phrase(e));
    }
  }

  private static @Nullable String taskId(String json) {
    try (JsonParser in = CUTTER.createParser(ObjectReadContext.empty(), json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean named = TASK_ID.equals(in.currentName());
        if (in.nextToken() == JsonToken.VALUE_STRING && named) {
          return in.getString();
        }
        in.skipChildren();
      }
      return null;
    }
  }
}
