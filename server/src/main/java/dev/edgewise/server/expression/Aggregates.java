package dev.edgewise.server.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The functions that make one value of a list: its sum, least, greatest and average element. */
final class Aggregates {
  private static final BigInteger UINT_END = BigInteger.ONE.shiftLeft(64);

  private Aggregates() {}

  /** Adds numbers. Those of one type keep it, others are added as doubles. */
  static Object sum(Budget budget, Object[] arguments) {
    Collection<?> list = (Collection<?>) arguments[0];
    budget.steps(list.size());
    budget.numbers(1);
    Class<?> type = numbers("sum", list);
    return type == null || type == Long.class
        ? ints(list)
        : type == UnsignedLong.class ? uints(list) : doubles(list);
  }

  private static long ints(Collection<?> list) {
    long sum = 0;
    for (Object each : list) {
      long before = sum;
      sum += (Long) each;
      if (((before ^ sum) & ((Long) each ^ sum)) < 0) {
        throw new CelNumericOverflowException("long overflow");
      }
    }
    return sum;
  }

  private static UnsignedLong uints(Collection<?> list) {
    BigInteger sum = BigInteger.ZERO;
    for (Object each : list) {
      sum = sum.add(((UnsignedLong) each).bigIntegerValue());
    }
    if (sum.compareTo(UINT_END) >= 0) {
      throw new CelNumericOverflowException("ulong overflow");
    }
    return UnsignedLong.valueOf(sum);
  }

  private static double doubles(Collection<?> list) {
    double sum = 0;
    for (Object each : list) {
      sum += ((Number) each).doubleValue();
    }
    return sum;
  }

  /** Returns the average as a double; null of an empty list. */
  static Object average(Budget budget, Object[] arguments) {
    Collection<?> list = (Collection<?>) arguments[0];
    budget.steps(list.size());
    budget.numbers(1);
    numbers("avg", list);
    return list.isEmpty() ? NullValue.NULL_VALUE : (Object) (doubles(list) / list.size());
  }

  /** Returns the type of all numbers; Number if they have several, and null without any. */
  private static @Nullable Class<?> numbers(String function, Collection<?> list) {
    Class<?> type = null;
    for (Object each : list) {
      if (!(each instanceof Number)) {
        throw Ordering.refusal(
            "%s needs numbers, found %s".formatted(function, Ordering.name(each)));
      }
      type = type == null || type == each.getClass() ? each.getClass() : Number.class;
    }
    return type;
  }

  /** Returns the first of the least elements; null of an empty list. */
  static Object least(Budget budget, Object[] arguments) {
    return first("min", budget, (Collection<?>) arguments[0], false);
  }

  /** Returns the first of the greatest elements; null of an empty list. */
  static Object greatest(Budget budget, Object[] arguments) {
    return first("max", budget, (Collection<?>) arguments[0], true);
  }

  private static Object first(
      String function, Budget budget, Collection<?> list, boolean descending) {
    budget.steps(list.size());
    for (Object each : list) {
      if (each instanceof String || each instanceof CelByteString) {
        budget.scan(Function.length(each));
      }
    }
    Comparator<Object> ascending = Ordering.of(function, list);
    Comparator<Object> ordering = descending ? ascending.reversed() : ascending;
    Object best = NullValue.NULL_VALUE;
    boolean any = false;
    for (Object each : list) {
      if (!any || ordering.compare(each, best) < 0) {
        best = each;
        any = true;
      }
    }
    return best;
  }
}
