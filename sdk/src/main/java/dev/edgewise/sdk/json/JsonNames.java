package dev.edgewise.sdk.json;

import dev.edgewise.api.JsonName;
import dev.edgewise.api.WireName;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON names of record components and enum constants, and reflective access to records. */
final class JsonNames {

  /** The components and the constructor of a record type. */
  private record Shape(List<RecordComponent> components, Constructor<?> constructor) {}

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          List<RecordComponent> components = List.of(type.getRecordComponents());
          Class<?>[] types =
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
          try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            for (RecordComponent component : components) {
              component.getAccessor().setAccessible(true);
            }
            return new Shape(components, constructor);
          } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
          }
        }
      };

  private JsonNames() {}

  static List<RecordComponent> components(Class<?> type) {
    return SHAPES.get(type).components();
  }

  /** The JSON name of a component: the one it was given, or its name in snake_case. */
  static String of(RecordComponent component) {
    JsonName given = component.getAnnotation(JsonName.class);
    if (given != null) {
      return given.value();
    }
    String name = component.getName();
    StringBuilder snake = new StringBuilder(name.length() + 4);
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) {
        snake.append('_');
      }
      snake.append(Character.toLowerCase(c));
    }
    return snake.toString();
  }

  static String of(Enum<?> constant) {
    return constant instanceof WireName wire ? wire.wireName() : constant.name();
  }

  static @Nullable Object value(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new JsonException(component + " cannot be read", e);
    }
  }

  static Object construct(Class<?> type, @Nullable Object[] values) {
    try {
      return SHAPES.get(type).constructor().newInstance(values);
    } catch (InvocationTargetException e) {
      throw new JsonException(type.getSimpleName() + ": " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new JsonException(type + " cannot be instantiated", e);
    }
  }
}
