package dev.edgewise.server.expression;

import dev.cel.common.values.CelByteString;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Counts the cost of comparing values. */
final class ComparisonCost {

  private ComparisonCost() {}

  /** Counts the test of two values for equality; CEL recognises identical objects at once. */
  @SuppressWarnings("ReferenceEquality")
  static void equal(Budget budget, Object one, Object other) {
    if (one == other) {
      return;
    }
    switch (one) {
      case String text when other instanceof String same && same.length() == text.length() ->
          budget.scan(text.length());
      case CelByteString bytes when other instanceof CelByteString same ->
          budget.scan(Math.min(bytes.size(), same.size()));
      case Collection<?> list when other instanceof Collection<?> same ->
          weigh(budget, list.size() <= same.size() ? list : same);
      case Map<?, ?> map when other instanceof Map<?, ?> same && map.size() == same.size() ->
          weigh(budget, map);
      case Optional<?> optional when other instanceof Optional<?> -> weigh(budget, optional);
      default -> {}
    }
  }

  /** Counts the search for a value in a list. */
  static void among(Budget budget, Object sought, Collection<?> list) {
    budget.steps(list.size() / 2);
    long weight = weigh(budget, sought);
    if (weight > 1) {
      budget.steps(Budget.product(list.size(), weight));
    }
  }

  /** Counts the search for each value of one list in another. */
  static void each(Budget budget, Collection<?> list, Collection<?> other) {
    long here = Budget.product(weigh(budget, list), other.size());
    long there = Budget.product(weigh(budget, other), list.size());
    budget.steps(Math.min(here, there) / 2);
  }

  /** Visits all parts of a value and counts the visit. Returns its steps. */
  static long weigh(Budget budget, Object value) {
    long weight = 1;
    switch (value) {
      case String text -> weight += text.length() / 64;
      case CelByteString bytes -> weight += bytes.size() / 64;
      case Collection<?> list -> {
        for (Object element : list) {
          weight += weigh(budget, element);
        }
      }
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          weight += weigh(budget, entry.getKey()) + weigh(budget, entry.getValue());
        }
      }
      case Optional<?> optional -> {
        if (optional.isPresent()) {
          weight += weigh(budget, optional.get());
        }
      }
      default -> {}
    }
    budget.steps(1);
    return weight;
  }
}
