package dev.edgewise.server.http;

import dev.edgewise.api.Alternative;
import dev.edgewise.api.Json;
import dev.edgewise.server.input.JsonText;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/** Jackson's serializers and deserializers for the wire records. */
final class JsonValues {

  private JsonValues() {}

  /** Writes a JSON value unchanged. */
  static final class Writer extends ValueSerializer<Json> {
    @Override
    public void serialize(Json json, JsonGenerator out, SerializationContext context) {
      out.writeRawValue(json.text());
    }
  }

  /** Writes the form of a value that has several. */
  static final class AlternativeWriter extends ValueSerializer<Alternative> {
    @Override
    public void serialize(Alternative value, JsonGenerator out, SerializationContext context) {
      out.writePOJO(value.form());
    }
  }

  /**
   * Writes times like {@link Instant#toString}. Most times of an answer fall into the same second,
   * whose text is cached.
   */
  static final class TimeWriter extends ValueSerializer<Instant> {
    private volatile Second last = Second.of(0);

    private record Second(long number, String text) {
      static Second of(long number) {
        String text = Instant.ofEpochSecond(number).toString();
        return new Second(number, text.substring(0, text.length() - 1));
      }
    }

    @Override
    public void serialize(Instant time, JsonGenerator out, SerializationContext context) {
      out.writeString(text(time));
    }

    String text(Instant time) {
      Second second = last;
      if (second.number() != time.getEpochSecond()) {
        second = Second.of(time.getEpochSecond());
        last = second;
      }
      int nanos = time.getNano();
      if (nanos == 0) {
        return second.text() + 'Z';
      }
      if (nanos % 1_000 != 0) {
        return second.text() + fraction(1_000_000_000, nanos);
      }
      return nanos % 1_000_000 == 0
          ? second.text() + fraction(1_000, nanos / 1_000_000)
          : second.text() + fraction(1_000_000, nanos / 1_000);
    }

    private static String fraction(int whole, int part) {
      return "." + Integer.toString(whole + part).substring(1) + 'Z';
    }
  }

  /**
   * Reads any value as JSON text; an explicit null is {@link Json#NULL}, a missing member is null.
   */
  static final class Reader extends ValueDeserializer<Json> {
    @Override
    public Class<?> handledType() {
      return Json.class;
    }

    @Override
    public Json deserialize(JsonParser in, DeserializationContext context) {
      return new Json(
          JsonText.copy(in, flaw -> context.reportInputMismatch(Json.class, "%s", flaw)));
    }

    @Override
    public Object getNullValue(DeserializationContext context) {
      return Json.NULL;
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }
  }

  /** Reads times that PostgreSQL can store. */
  static final class TimeReader extends ValueDeserializer<Instant> {
    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() == JsonToken.VALUE_STRING) {
        try {
          return Times.read(in.getString());
        } catch (DateTimeException e) {
          // Falls through to the common refusal.
        }
      }
      return context.reportInputMismatch(Instant.class, "%s", "must be " + Times.FORM);
    }
  }

  /** Reads strings that PostgreSQL can store. */
  static final class TextReader extends ValueDeserializer<String> {
    @Override
    public String deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        return (String) context.handleUnexpectedToken(context.constructType(String.class), in);
      }
      String text = in.getString();
      String flaw = JsonText.flaw(text);
      return flaw == null ? text : context.reportInputMismatch(String.class, "%s", flaw);
    }
  }
}
