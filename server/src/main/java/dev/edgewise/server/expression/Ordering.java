package dev.edgewise.server.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

/**
 * The order of the elements of one list. They have the same type, or are all numbers. Numbers of
 * different types are compared as doubles, because an order in which only some pairs are compared
 * exactly would contradict itself.
 */
final class Ordering {
  private static final Comparator<Object> NATURAL = Ordering::natural;
  private static final Comparator<Object> AS_DOUBLES =
      Comparator.comparingDouble(number -> ((Number) number).doubleValue());

  private Ordering() {}

  /** Returns the order of the values of a list, or refuses a list that has none. */
  static Comparator<Object> of(String function, Collection<?> list) {
    Class<?> type = null;
    boolean mixed = false;
    for (Object each : list) {
      if (!comparable(each)) {
        throw refusal("%s cannot compare %s".formatted(function, name(each)));
      }
      Class<?> other = each.getClass();
      if (type != null && type != other) {
        if (!number(type) || !number(other)) {
          throw refusal(
              "%s cannot compare %s with %s"
                  .formatted(function, name(list.iterator().next()), name(each)));
        }
        mixed = true;
      }
      type = other;
    }
    return mixed ? AS_DOUBLES : type == CelByteString.class ? bytes() : NATURAL;
  }

  @SuppressWarnings("unchecked")
  private static int natural(Object one, Object other) {
    return ((Comparable<Object>) one).compareTo(other);
  }

  private static Comparator<Object> bytes() {
    Comparator<CelByteString> order = CelByteString.unsignedLexicographicalComparator();
    return (one, other) -> order.compare((CelByteString) one, (CelByteString) other);
  }

  private static boolean number(Class<?> type) {
    return Number.class.isAssignableFrom(type);
  }

  private static boolean comparable(Object value) {
    return switch (value) {
      case Number _, String _, Boolean _, Instant _, Duration _, CelByteString _ -> true;
      default -> false;
    };
  }

  static CelInvalidArgumentException refusal(String message) {
    return new CelInvalidArgumentException(message);
  }

  /** Returns the type of a value, with its article, for an error message. */
  static String name(Object value) {
    return switch (value) {
      case Long _ -> "an int";
      case UnsignedLong _ -> "a uint";
      case Double _ -> "a double";
      case String _ -> "a string";
      case Boolean _ -> "a bool";
      case Instant _ -> "a timestamp";
      case Duration _ -> "a duration";
      case CelByteString _ -> "bytes";
      case Collection<?> _ -> "a list";
      case Map<?, ?> _ -> "a map";
      case NullValue _ -> "null";
      default -> "a value of another type";
    };
  }
}
