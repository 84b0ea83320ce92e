package dev.edgewise.server.http;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.input.JsonText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads lists whose elements are accepted or refused one by one. */
final class BodyItems {
  /**
   * Splits a list into its elements. It needs no limits: it does not recurse, however deeply an
   * element is nested.
   */
  private static final JsonFactory CUTTER =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private BodyItems() {}

  /**
   * A body with a list of such elements as one member.
   *
   * @param body the body's other members; ignore its list
   */
  record Enveloped<E, T>(E body, List<BodyItem<T>> items) {}

  /**
   * @param idField the field that names an element
   * @param mayBeOne whether the body may be a single element instead of an array
   */
  static <T> List<BodyItem<T>> read(
      InputStream body, Class<T> type, String idField, boolean mayBeOne) throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      List<@Nullable T> values = Wire.readList(bytes, type);
      List<BodyItem<T>> items = values == null ? null : items(values);
      if (items != null) {
        return items;
      }
    } catch (JacksonException e) {
      // Falls through: the elements are read one by one to find the invalid ones.
    }
    return oneByOne(bytes, type, idField, mayBeOne);
  }

  /** The elements as valid items; null when one of them is null. */
  private static <T> @Nullable List<BodyItem<T>> items(List<@Nullable T> values) {
    List<BodyItem<T>> items = new ArrayList<>(values.size());
    for (T value : values) {
      if (value == null) {
        return null;
      }
      items.add(new BodyItem.Read<>(value));
    }
    return items;
  }

  private static <T> List<BodyItem<T>> oneByOne(
      byte[] bytes, Class<T> type, String idField, boolean mayBeOne) {
    try (JsonParser in = cutter(bytes)) {
      List<BodyItem<T>> items = new ArrayList<>();
      JsonToken first = in.nextToken();
      if (first == JsonToken.START_ARRAY) {
        items.addAll(elements(in, type, idField));
      } else if (first == JsonToken.START_OBJECT && mayBeOne) {
        items.add(item(JsonText.copy(in, _ -> {}), type, idField));
      } else {
        throw ApiException.invalid(
            List.of("body: must be " + (mayBeOne ? "an object or an array" : "an array")));
      }
      checkEnd(in);
      return items;
    }
  }

  /**
   * Reads a body with a list of elements.
   *
   * @param list the list in the body; null when it has none
   * @param field the list's name
   * @param idField the field that names an element
   */
  static <E, T> Enveloped<E, T> read(
      InputStream body,
      Class<E> envelope,
      Function<E, @Nullable List<T>> list,
      String field,
      Class<T> type,
      String idField)
      throws IOException {
    byte[] bytes = body.readAllBytes();
    try {
      E whole = Wire.read(bytes, envelope);
      List<BodyItem<T>> items = new ArrayList<>();
      List<T> values = list.apply(whole);
      if (values != null) {
        values.forEach(value -> items.add(new BodyItem.Read<>(value)));
      }
      return new Enveloped<>(whole, items);
    } catch (JacksonException e) {
      return enveloped(bytes, envelope, field, type, idField);
    }
  }

  private static <E, T> Enveloped<E, T> enveloped(
      byte[] bytes, Class<E> envelope, String field, Class<T> type, String idField) {
    List<BodyItem<T>> items = new ArrayList<>();
    var rest = new StringBuilder();
    boolean listed = false;
    try (JsonParser in = cutter(bytes)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw ApiException.invalid(List.of("body: must be an object"));
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = in.currentName();
        if (in.nextToken() == JsonToken.START_ARRAY && name.equals(field)) {
          if (listed) {
            throw ApiException.of(ErrorCode.MALFORMED_JSON, JsonText.repeatedKey(name));
          }
          listed = true;
          items.addAll(elements(in, type, idField));
        } else {
          rest.append(rest.isEmpty() ? "{" : ",")
              .append(Wire.text(JsonText.storable(name)))
              .append(':')
              .append(JsonText.copy(in, _ -> {}));
        }
      }
      checkEnd(in);
    }
    return new Enveloped<>(
        Wire.read(rest.append(rest.isEmpty() ? "{}" : "}").toString(), envelope), items);
  }

  private static <T> List<BodyItem<T>> elements(JsonParser in, Class<T> type, String idField) {
    List<BodyItem<T>> items = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      items.add(item(JsonText.copy(in, _ -> {}), type, idField));
    }
    return items;
  }

  private static void checkEnd(JsonParser in) {
    if (in.nextToken() != null) {
      throw ApiException.of(ErrorCode.MALFORMED_JSON, "There is text after the end of the JSON.");
    }
  }

  private static JsonParser cutter(byte[] bytes) {
    try {
      return CUTTER.createParser(
          ObjectReadContext.empty(),
          SurrogateEscapes.paired(
              StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()));
    } catch (CharacterCodingException e) {
      throw ApiException.of(ErrorCode.MALFORMED_JSON, "The body is not UTF-8.");
    }
  }

  private static <T> BodyItem<T> item(String json, Class<T> type, String idField) {
    String error;
    try {
      return new BodyItem.Read<>(Wire.read(json, type));
    } catch (JacksonException e) {
      error = BodyFaults.phrase(e);
    } catch (ApiException e) {
      error = BodyFaults.phrase(e);
    }
    return new BodyItem.Faulty<>(id(json, idField), JsonText.storable(error));
  }

  private static @Nullable String id(String json, String idField) {
    try (JsonParser in = CUTTER.createParser(ObjectReadContext.empty(), json)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean named = idField.equals(in.currentName());
        if (in.nextToken() == JsonToken.VALUE_STRING && named) {
          return JsonText.shortened(in.getString());
        }
        in.skipChildren();
      }
      return null;
    }
  }
}
