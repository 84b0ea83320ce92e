package dev.edgewise.sdk.json;

import dev.edgewise.api.EdgeCondition;
import dev.edgewise.api.Join;
import dev.edgewise.api.Json;
import dev.edgewise.api.TaskStatus;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Converts plain Java values into records whose components are texts, numbers, booleans, enums,
 * {@link UUID}, {@link Instant}, {@link Json}, lists, maps or records. Unknown members are ignored.
 * A missing member is null; for a primitive component it is an error.
 */
public final class RecordBinding {

  private RecordBinding() {}

  /** Converts a value to the given type. */
  public static <T> T bind(@Nullable Object value, Class<T> type) {
    Object bound = bind(value, type, type.getSimpleName());
    @SuppressWarnings("unchecked")
    T typed = (T) bound;
    if (typed == null) {
      throw misfit(type.getSimpleName(), "is required", null);
    }
    return typed;
  }

  /** Converts a list and its items to the given type. */
  public static <T> List<T> bindList(@Nullable Object value, Class<T> type) {
    if (!(value instanceof List<?> items)) {
      throw misfit("the list", "must be a list", value);
    }
    return items.stream().map(item -> bind(item, type)).toList();
  }

  private static @Nullable Object bind(@Nullable Object value, Type type, String path) {
    if (type instanceof ParameterizedType generic) {
      return parameterized(value, generic, path);
    }
    if (!(type instanceof Class<?> target)) {
      throw new JsonException(path + ": the type " + type + " is not supported");
    }
    if (value == null) {
      if (target.isPrimitive()) {
        throw misfit(path, "is required", null);
      }
      return null;
    }
    if (target == Json.class) {
      return new Json(JsonWriter.write(value));
    }
    if (target == EdgeCondition.class) {
      return condition(value, path);
    }
    if (target == Join.class) {
      return join(value, path);
    }
    return switch (value) {
      case Number number when isNumber(target) -> number(number, target, path);
      case String text -> text(text, target, path);
      case Boolean _ when target == boolean.class || target == Boolean.class -> value;
      case Map<?, ?> members when target.isRecord() -> record(members, target, path);
      case Object _ when target.isInstance(value) -> value;
      default -> throw misfit(path, "must be a " + target.getSimpleName(), value);
    };
  }

  private static @Nullable Object parameterized(
      @Nullable Object value, ParameterizedType type, String path) {
    Type[] arguments = type.getActualTypeArguments();
    if (value == null) {
      return null;
    }
    if (type.getRawType() == List.class && value instanceof List<?> items) {
      List<@Nullable Object> list = new ArrayList<>(items.size());
      for (Object item : items) {
        list.add(bind(item, arguments[0], path + "[" + list.size() + "]"));
      }
      return Collections.unmodifiableList(list);
    }
    if (type.getRawType() == Map.class && value instanceof Map<?, ?> members) {
      Map<Object, @Nullable Object> map = new LinkedHashMap<>();
      members.forEach(
          (name, member) -> map.put(name, bind(member, arguments[1], path + "." + name)));
      return Collections.unmodifiableMap(map);
    }
    throw misfit(path, "must be a " + type, value);
  }

  private static Object record(Map<?, ?> members, Class<?> type, String path) {
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : JsonNames.components(type)) {
      String name = JsonNames.of(component);
      values.add(bind(members.get(name), component.getGenericType(), path + "." + name));
    }
    return JsonNames.construct(type, values.toArray());
  }

  private static Object text(String text, Class<?> type, String path) {
    if (type.isAssignableFrom(String.class)) {
      return text;
    }
    try {
      if (type == UUID.class) {
        return UUID.fromString(text);
      }
      if (type == Instant.class) {
        return Instant.parse(text);
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      throw misfit(path, "must be a " + type.getSimpleName(), text);
    }
    if (type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (JsonNames.of((Enum<?>) constant).equals(text)) {
          return constant;
        }
      }
    }
    throw misfit(path, "must be a " + type.getSimpleName(), text);
  }

  private static EdgeCondition condition(Object value, String path) {
    try {
      if (value instanceof String name) {
        return EdgeCondition.named(name);
      }
      if (value instanceof List<?> items) {
        Set<TaskStatus> outcomes = EnumSet.noneOf(TaskStatus.class);
        items.forEach(
            item -> outcomes.add((TaskStatus) text(String.valueOf(item), TaskStatus.class, path)));
        return new EdgeCondition(outcomes);
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the common refusal.
    }
    throw misfit(path, "must be a condition or a list of outcomes", value);
  }

  private static Join join(Object value, String path) {
    return switch (value) {
      case String text when text.equals("all") -> Join.ALL;
      case String text when text.equals("any") -> Join.ANY;
      case Number count -> new Join((Integer) number(count, int.class, path));
      default -> throw misfit(path, "must be all, any or a number", value);
    };
  }

  private static boolean isNumber(Class<?> type) {
    return Number.class.isAssignableFrom(type)
        || type == int.class
        || type == long.class
        || type == double.class;
  }

  /** Converts a number: to an integer type only if it fits, to a double with rounding. */
  private static Object number(Number number, Class<?> type, String path) {
    BigDecimal exact = new BigDecimal(number.toString());
    try {
      if (type == int.class || type == Integer.class) {
        return exact.intValueExact();
      }
      if (type == long.class || type == Long.class) {
        return exact.longValueExact();
      }
      if (type == BigInteger.class && !(number instanceof BigDecimal)) {
        return exact.toBigIntegerExact();
      }
    } catch (ArithmeticException e) {
      throw misfit(path, "must be a whole number that fits " + type.getSimpleName(), number);
    }
    if (type == double.class || type == Double.class) {
      return number.doubleValue();
    }
    if (type == BigDecimal.class) {
      return exact;
    }
    if (type == Number.class) {
      return number;
    }
    throw misfit(path, "must be a " + type.getSimpleName(), number);
  }

  private static JsonException misfit(String path, String rule, @Nullable Object value) {
    return new JsonException(path + ": " + rule + ", not " + JsonWriter.write(value));
  }
}
