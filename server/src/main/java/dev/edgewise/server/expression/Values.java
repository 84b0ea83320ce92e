package dev.edgewise.server.expression;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Converts between JSON and CEL values. Integers of up to 64 bits are ints, all other numbers are
 * doubles, and null is a value.
 */
final class Values {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_DEPTH = 200;

  private Values() {}

  /** Returns the CEL value of a JSON text; a missing text is null. */
  static Object read(@Nullable String json, Budget budget) {
    if (json == null) {
      return NullValue.NULL_VALUE;
    }
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      budget.scan(json.length());
      parser.nextToken();
      return value(parser, budget);
    } catch (OverBudget e) {
      throw e.exception();
    } catch (JacksonException e) {
      throw new ExpressionException("a value it reads is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Object value(JsonParser parser, Budget budget) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, value(parser, budget));
        }
        budget.map(members.size());
        yield members;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser, budget));
        }
        budget.list(elements.size());
        yield elements;
      }
      case VALUE_STRING -> {
        String text = parser.getString();
        budget.text(text.length());
        yield text;
      }
      case VALUE_NUMBER_INT -> {
        budget.numbers(1);
        yield integer(parser.getNumberValue());
      }
      case VALUE_NUMBER_FLOAT -> {
        budget.numbers(1);
        yield parser.getDoubleValue();
      }
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> NullValue.NULL_VALUE;
    };
  }

  private static Object integer(Number number) {
    return number instanceof BigInteger big ? (Object) big.doubleValue() : number.longValue();
  }

  /** Returns a text as a JSON string. */
  static String quoted(String text) {
    return write(text, Integer.MAX_VALUE);
  }

  /**
   * Returns the JSON text of a CEL value.
   *
   * @param maxBytes the largest size
   * @throws ExpressionException when it is larger, or is not representable in JSON
   */
  static String write(@Nullable Object value, int maxBytes) {
    BoundedText text = new BoundedText(maxBytes);
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      write(value, json, 0);
    }
    return text.toString();
  }

  /** Writes a CEL value at this depth of the document. */
  static void write(@Nullable Object value, JsonGenerator json, int depth) {
    if (depth > MAX_DEPTH) {
      throw new ExpressionException("the value is nested more than " + MAX_DEPTH + " deep");
    }
    switch (value) {
      case null -> json.writeNull();
      case NullValue _, com.google.protobuf.NullValue _ -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean flag -> json.writeBoolean(flag);
      case Double number -> number(number, json);
      case BigDecimal number -> json.writeNumber(number);
      case Number number -> json.writeNumber(new BigInteger(number.toString()));
      case Map<?, ?> members -> {
        json.writeStartObject();
        for (Map.Entry<?, ?> member : members.entrySet()) {
          json.writeName(String.valueOf(member.getKey()));
          write(member.getValue(), json, depth + 1);
        }
        json.writeEndObject();
      }
      case Collection<?> elements -> {
        json.writeStartArray();
        for (Object element : elements) {
          write(element, json, depth + 1);
        }
        json.writeEndArray();
      }
      case Instant instant -> json.writeString(instant.toString());
      case Duration duration -> json.writeString(seconds(duration));
      case CelByteString bytes ->
          json.writeString(Base64.getEncoder().encodeToString(bytes.toByteArray()));
      case Optional<?> optional -> write(optional.orElse(null), json, depth);
      default -> throw new ExpressionException("the value is a type, which JSON does not have");
    }
  }

  private static void number(Double number, JsonGenerator json) {
    if (!Double.isFinite(number)) {
      throw new ExpressionException("the value " + number + " is not a number in JSON");
    }
    json.writeNumber(number);
  }

  /** Formats seconds with as many decimals as needed, as CEL writes durations. */
  private static String seconds(Duration duration) {
    BigDecimal nanos = BigDecimal.valueOf(duration.getNano(), 9);
    return BigDecimal.valueOf(duration.getSeconds()).add(nanos).stripTrailingZeros().toPlainString()
        + "s";
  }
}
