package dev.edgewise.server.http.docs;

import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.Join;
import dev.edgewise.api.Json;
import dev.edgewise.api.JsonName;
import dev.edgewise.api.SpreadMinSuccess;
import dev.edgewise.api.WireName;
import dev.edgewise.server.http.Route;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Generates JSON Schemas of the wire records from their components. */
final class Schemas {

  private static final String REFERENCE = "#/components/schemas/";

  private static final Map<String, Object> CONDITION =
      Map.of(
          "description",
          "The outcomes of the parent that satisfy the edge",
          "anyOf",
          List.of(
              Map.of("type", "string", "enum", List.of("always", "on_success", "on_failure")),
              Map.of(
                  "type",
                  "array",
                  "minItems",
                  1,
                  "items",
                  Map.of(
                      "type",
                      "string",
                      "enum",
                      List.of("Success", "Failure", "Canceled", "Skipped")))));

  private static final Map<String, Object> JOIN =
      Map.of(
          "description",
          "How many edges must be satisfied",
          "anyOf",
          List.of(
              Map.of("type", "string", "enum", List.of("all", "any")),
              Map.of("type", "integer", "minimum", 1)));

  private static final Map<String, Object> MIN_SUCCESS =
      Map.of(
          "description",
          "How many items must succeed",
          "anyOf",
          List.of(
              Map.of("type", "integer", "minimum", 1),
              Map.of("type", "string", "pattern", "^([1-9][0-9]?|100)%$")));

  private final Map<String, Object> named = new TreeMap<>();

  /** The schemas of all records requested so far, by name. */
  Map<String, Object> named() {
    return named;
  }

  /** The schema of a type; for a record, a reference to its named schema. */
  Map<String, Object> of(Type type) {
    if (type instanceof Route.EitherType(Type one, Type other)) {
      return Map.of("anyOf", List.of(of(one), of(other)));
    }
    if (type instanceof ParameterizedType generic) {
      Type item = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      return generic.getRawType() == Map.class
          ? Map.of("type", "object", "additionalProperties", of(item))
          : Map.of("type", "array", "items", of(item));
    }
    return ofClass((Class<?>) type);
  }

  private Map<String, Object> ofClass(Class<?> type) {
    if (type == EdgeCondition.class) {
      return CONDITION;
    }
    if (type == Join.class) {
      return JOIN;
    }
    if (type == SpreadMinSuccess.class) {
      return MIN_SUCCESS;
    }
    if (type.isRecord() && type != Json.class) {
      if (!named.containsKey(type.getSimpleName())) {
        named.put(type.getSimpleName(), Map.of()); // A record may contain itself.
        named.put(type.getSimpleName(), object(type));
      }
      return Map.of("$ref", REFERENCE + type.getSimpleName());
    }
    if (type.isEnum()) {
      return Map.of("type", "string", "enum", spellings(type));
    }
    if (type == Json.class || type == Object.class) {
      return Map.of();
    }
    if (type == UUID.class) {
      return Map.of("type", "string", "format", "uuid");
    }
    if (type == Instant.class) {
      return Map.of("type", "string", "format", "date-time");
    }
    return Map.of("type", simple(type));
  }

  private static String simple(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "integer";
    }
    if (type == double.class || type == Double.class) {
      return "number";
    }
    return type == boolean.class || type == Boolean.class ? "boolean" : "string";
  }

  private Map<String, Object> object(Class<?> type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = memberName(component);
      AnnotatedType componentType = component.getAnnotatedType();
      if (componentType.isAnnotationPresent(Nullable.class)) {
        properties.put(name, orNull(of(plain(componentType))));
      } else {
        properties.put(name, of(plain(componentType)));
        required.add(name);
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    return schema;
  }

  private static String memberName(RecordComponent component) {
    JsonName given = component.getAnnotation(JsonName.class);
    return given != null
        ? given.value()
        : component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Type plain(AnnotatedType type) {
    return type instanceof AnnotatedParameterizedType generic ? generic.getType() : type.getType();
  }

  private static Map<String, Object> orNull(Map<String, Object> schema) {
    if (schema.isEmpty()) {
      return schema;
    }
    if (schema.get("type") instanceof String type && !schema.containsKey("enum")) {
      Map<String, Object> nullable = new LinkedHashMap<>(schema);
      nullable.put("type", List.of(type, "null"));
      return nullable;
    }
    return Map.of("anyOf", List.of(schema, Map.of("type", "null")));
  }

  private static List<String> spellings(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> constant instanceof WireName named ? named.wireName() : constant + "")
        .toList();
  }
}
