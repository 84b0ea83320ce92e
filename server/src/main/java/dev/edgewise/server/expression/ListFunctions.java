package dev.edgewise.server.expression;

import dev.cel.runtime.ConcatenatedListView;
import dev.cel.runtime.RuntimeEquality;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** List functions whose cost depends on more than the lengths of their arguments. */
final class ListFunctions {
  private static final int FEW = 8;

  private ListFunctions() {}

  /** Returns the numbers from 0 up to the argument. */
  static Object range(Budget budget, Object[] arguments) {
    long end = Math.max(0, (Long) arguments[0]);
    budget.list(end);
    budget.numbers(end);
    List<Long> numbers = new ArrayList<>((int) end);
    for (long i = 0; i < end; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  /** Flattens nested lists, to the depth in the second argument. */
  static Object flatten(Budget budget, Object[] arguments) {
    long depth = arguments.length > 1 ? (Long) arguments[1] : 1;
    if (depth < 0) {
      throw new ExpressionException("flatten needs a depth of at least 0");
    }
    List<Object> result = new ArrayList<>();
    budget.list(0);
    flatten(budget, (Collection<?>) arguments[0], depth, result);
    return result;
  }

  private static void flatten(Budget budget, Collection<?> list, long depth, List<Object> result) {
    for (Object each : list) {
      budget.steps(1);
      if (each instanceof Collection<?> inner && depth > 0) {
        flatten(budget, inner, depth - 1, result);
      } else {
        budget.elements(1);
        result.add(each);
      }
    }
  }

  /** Removes duplicates and keeps the first of each. */
  static Function distinct(RuntimeEquality equality) {
    return (budget, arguments) -> {
      Collection<?> list = (Collection<?>) arguments[0];
      budget.list(list.size());
      budget.map(list.size());
      Map<Object, List<Object>> alike = new HashMap<>();
      List<Object> result = new ArrayList<>();
      for (Object element : list) {
        ComparisonCost.weigh(budget, element);
        // The map compares texts, and stays fast even if their hash codes collide.
        Object key = element instanceof String ? element : equality.hashCode(element);
        List<Object> others = alike.computeIfAbsent(key, _ -> new ArrayList<>(1));
        if (others.stream().noneMatch(other -> equal(budget, equality, element, other))) {
          others.add(element);
          result.add(element);
        }
      }
      return result;
    };
  }

  private static boolean equal(Budget budget, RuntimeEquality equality, Object one, Object other) {
    budget.steps(1);
    ComparisonCost.equal(budget, one, other);
    return equality.objectEquals(one, other);
  }

  /** Counts the concatenation of two lists. A comprehension appends to its own list. */
  static void concatenate(Budget budget, Object[] arguments) {
    int first = Function.length(arguments[0]);
    int second = Function.length(arguments[1]);
    if (arguments[0] instanceof ConcatenatedListView<?>) {
      budget.elements(second + 2L);
    } else {
      budget.list((long) first + second);
    }
  }

  /** Sorts a list in ascending order; equal elements keep their order. */
  static Object sort(Budget budget, Object[] arguments) {
    Collection<?> list = (Collection<?>) arguments[0];
    chargeSort(budget, list, list);
    List<Object> sorted = new ArrayList<>(list);
    sorted.sort(Ordering.of("sort", list));
    return sorted;
  }

  /** Sorts pairs of key and value by their keys, and returns the values. */
  static Object sortByKeys(Budget budget, Object[] arguments) {
    List<List<?>> pairs = new ArrayList<>();
    List<Object> keys = new ArrayList<>();
    Collection<?> list = (Collection<?>) arguments[0];
    budget.list(2L * list.size());
    for (Object each : list) {
      List<?> pair = (List<?>) each;
      pairs.add(pair);
      keys.add(pair.get(0));
    }
    chargeSort(budget, list, keys);
    Comparator<Object> ordering = Ordering.of("sortBy", keys);
    pairs.sort((one, other) -> ordering.compare(one.get(0), other.get(0)));
    List<Object> sorted = new ArrayList<>(pairs.size());
    pairs.forEach(pair -> sorted.add(pair.get(1)));
    return sorted;
  }

  private static void chargeSort(Budget budget, Collection<?> list, Collection<?> keys) {
    budget.list(list.size());
    long longest = 0;
    for (Object key : keys) {
      longest = Math.max(longest, Function.length(key));
    }
    long comparisons = list.size() * (long) (64 - Long.numberOfLeadingZeros(list.size()));
    budget.steps(Budget.product(comparisons, 1 + longest / 32) / (list.size() < FEW ? 1 : 2));
  }

  /** Returns the pairs of the elements of two lists at the same index, up to the shorter's end. */
  static Object zip(Budget budget, Object[] arguments) {
    Collection<?> first = (Collection<?>) arguments[0];
    Collection<?> second = (Collection<?>) arguments[1];
    int size = Math.min(first.size(), second.size());
    budget.list(size);
    List<Object> pairs = new ArrayList<>();
    Iterator<?> ones = first.iterator();
    Iterator<?> others = second.iterator();
    for (int i = 0; i < size; i++) {
      budget.steps(1);
      budget.list(2);
      pairs.add(List.of(ones.next(), others.next()));
    }
    return pairs;
  }

  /** Rejects a list or map as key: CEL's error message would contain all of it. */
  static void key(Object value) {
    if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
      throw new ExpressionException("expected a key, found a list or a map");
    }
  }

  /** Counts an insertion, which copies the map. */
  static void insert(Budget budget, Object[] arguments) {
    Map<?, ?> map = (Map<?, ?>) arguments[0];
    if (arguments.length == 3) {
      key(arguments[1]);
    }
    int more =
        arguments[1] instanceof Map<?, ?> others && arguments.length == 2 ? others.size() : 1;
    budget.steps((map.size() + more) / 2);
    budget.map(more);
  }
}
