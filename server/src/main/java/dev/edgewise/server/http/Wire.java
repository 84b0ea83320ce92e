package dev.edgewise.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.Nulls;
import dev.edgewise.api.Alternative;
import dev.edgewise.api.Json;
import dev.edgewise.api.Problem;
import dev.edgewise.server.input.JsonText;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Reads and writes the JSON of the API: reading is strict, and writing includes every member. */
public final class Wire {

  private static final JsonMapper MAPPER = mapper();

  private Wire() {}

  /** Reads a body; {@link Problems} turns a Jackson exception into a problem document. */
  public static <T> T read(InputStream body, Class<T> type) {
    return present(MAPPER.readValue(body, type), type);
  }

  /** Refuses {@code null}, which Jackson accepts for any type. */
  private static <T> T present(@Nullable T value, Class<T> type) {
    if (value == null) {
      throw ApiException.invalid(List.of("body: must be " + BodyFaults.form(type) + ", not null"));
    }
    return value;
  }

  /** Reads a complete body. */
  static <T> T read(byte[] body, Class<T> type) {
    return present(MAPPER.readValue(body, type), type);
  }

  /** Reads a body that is an array. */
  static <T> @Nullable List<@Nullable T> readList(byte[] body, Class<T> item) {
    return MAPPER.readValue(
        body, MAPPER.getTypeFactory().constructCollectionType(List.class, item));
  }

  /** Reads a text, such as a parameter that is JSON. */
  public static <T> T read(String text, Class<T> type) {
    return present(MAPPER.readValue(text, type), type);
  }

  /**
   * Reads a value inside a body that was kept as JSON text.
   *
   * @param name its path in the body, for errors
   * @throws ApiException when the value is invalid
   */
  public static <T> T readPart(Json value, String name, Class<T> type) {
    try {
      return read(value.text(), type);
    } catch (JacksonException e) {
      throw ApiException.invalid(List.of(BodyFaults.phrase(e, name)));
    } catch (ApiException e) {
      throw ApiException.invalid(List.of(BodyFaults.named(BodyFaults.phrase(e), name)));
    }
  }

  /** A parser for reading a body token by token. */
  public static JsonParser parser(InputStream body) {
    return MAPPER.createParser(body);
  }

  public static void write(OutputStream out, Object value) {
    MAPPER.writeValue(out, value);
  }

  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  private static JsonMapper mapper() {
    SimpleModule types =
        new SimpleModule("edgewise")
            .addSerializer(Json.class, new JsonValues.Writer())
            .addSerializer(Alternative.class, new JsonValues.AlternativeWriter())
            .addSerializer(Instant.class, new JsonValues.TimeWriter())
            .addDeserializer(Json.class, new JsonValues.Reader())
            .addDeserializer(String.class, new JsonValues.TextReader())
            .addDeserializer(Instant.class, new JsonValues.TimeReader());
    return JsonMapper.builder(JsonText.factory().build())
        .annotationIntrospector(new WireIntrospector())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .addModule(types)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
        .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
        .withConfigOverride(
            Problem.class,
            override ->
                override.setInclude(
                    JsonInclude.Value.construct(
                        JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS)))
        .build();
  }
}
