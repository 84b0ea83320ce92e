package dev.edgewise.sdk.json;

import dev.edgewise.api.Alternative;
import dev.edgewise.api.Json;
import dev.edgewise.api.WireName;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.time.temporal.Temporal;
import java.util.Iterator;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes plain Java values, records and API types as JSON. */
public final class JsonWriter {

  private final StringBuilder out = new StringBuilder();
  private final boolean unsetLeftOut;
  private int depth;

  private JsonWriter(boolean unsetLeftOut) {
    this.unsetLeftOut = unsetLeftOut;
  }

  /**
   * Writes a value: null, text, number, boolean, map, collection, array, record (with names in
   * snake_case), enum, time or UUID, nested in any way.
   *
   * @throws JsonException when the value contains an object of another type
   */
  public static String write(@Nullable Object value) {
    return written(value, false);
  }

  /** Writes a request body, in which null components of records are left out. */
  public static String writeRequest(Object value) {
    return written(value, true);
  }

  private static String written(@Nullable Object value, boolean unsetLeftOut) {
    var writer = new JsonWriter(unsetLeftOut);
    writer.value(value);
    return writer.out.toString();
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case Json json -> out.append(json.text());
      case Alternative alternative -> value(alternative.form());
      case Boolean flag -> out.append(flag.booleanValue());
      case Double number when !Double.isFinite(number) -> throw notFinite(number);
      case Float number when !Float.isFinite(number) -> throw notFinite(number);
      case Number number -> out.append(number);
      case CharSequence text -> string(text);
      case Character character -> string(character.toString());
      case Enum<?> constant -> string(JsonNames.of(constant));
      case UUID id -> string(id.toString());
      case Temporal time -> string(time.toString());
      case Map<?, ?> members -> object(members);
      case Iterable<?> items -> array(items.iterator());
      case Record members -> object(members);
      default -> other(value);
    }
  }

  private void other(Object value) {
    if (!value.getClass().isArray()) {
      throw new JsonException("A " + value.getClass().getName() + " cannot be written as JSON");
    }
    array(
        new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            return next < Array.getLength(value);
          }

          @Override
          public Object next() {
            return Array.get(value, next++);
          }
        });
  }

  private static JsonException notFinite(Number number) {
    return new JsonException(number + " cannot be written as JSON");
  }

  private void object(Map<?, ?> members) {
    begin('{');
    boolean first = true;
    for (Map.Entry<?, ?> member : members.entrySet()) {
      first = separate(first);
      name(key(member.getKey()));
      value(member.getValue());
    }
    end('}');
  }

  private static String key(@Nullable Object key) {
    return switch (key) {
      case null -> throw new JsonException("A null key cannot be written as JSON");
      case WireName constant -> constant.wireName();
      case Object other -> other.toString();
    };
  }

  private void object(Record members) {
    begin('{');
    boolean first = true;
    for (RecordComponent component : JsonNames.components(members.getClass())) {
      Object value = JsonNames.value(component, members);
      if (value != null || !unsetLeftOut) {
        first = separate(first);
        name(JsonNames.of(component));
        value(value);
      }
    }
    end('}');
  }

  private void array(Iterator<?> items) {
    begin('[');
    boolean first = true;
    while (items.hasNext()) {
      first = separate(first);
      value(items.next());
    }
    end(']');
  }

  private void begin(char bracket) {
    if (++depth > JsonReader.MAX_DEPTH) {
      throw new JsonException("The value is nested deeper than " + JsonReader.MAX_DEPTH);
    }
    out.append(bracket);
  }

  private void end(char bracket) {
    depth--;
    out.append(bracket);
  }

  private boolean separate(boolean first) {
    if (!first) {
      out.append(',');
    }
    return false;
  }

  private void name(String name) {
    string(name);
    out.append(':');
  }

  private void string(CharSequence text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || isLoneSurrogate(text, i)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /** Whether a surrogate is unpaired: UTF-8 cannot encode it, but an escape can. */
  private static boolean isLoneSurrogate(CharSequence text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
