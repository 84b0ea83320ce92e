package dev.edgewise.server.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.RuntimeEquality;
import dev.edgewise.server.config.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cost of each function, by the ID of its overload. Functions of numbers and times cost only
 * the step of each part of an expression. Every other function must be listed here.
 */
final class FunctionCosts {
  private static final Set<Class<?>> SMALL =
      Set.of(
          Boolean.class,
          Long.class,
          UnsignedLong.class,
          Double.class,
          Number.class,
          Instant.class,
          Duration.class);

  private final Map<String, Function.Cost> costs = new HashMap<>();
  private final Map<String, Function> replacements;

  FunctionCosts(RuntimeEquality equality) {
    replacements =
        Map.ofEntries(
            Map.entry("string_replace_string_string", TextFunctions::replace),
            Map.entry("string_replace_string_string_int", TextFunctions::replace),
            Map.entry("string_split_string", TextFunctions::split),
            Map.entry("string_split_string_int", TextFunctions::split),
            Map.entry("list_join", TextFunctions::join),
            Map.entry("list_join_string", TextFunctions::join),
            Map.entry("matches", TextFunctions::matches),
            Map.entry("matches_string", TextFunctions::matches),
            Map.entry("lists_range", ListFunctions::range),
            Map.entry("list_flatten", ListFunctions::flatten),
            Map.entry("list_flatten_list_int", ListFunctions::flatten),
            Map.entry("list_distinct", ListFunctions.distinct(equality)),
            Map.entry("list_sort", ListFunctions::sort),
            Map.entry("list_sortByAssociatedKeys", ListFunctions::sortByKeys),
            Map.entry("list_sum", Aggregates::sum),
            Map.entry("list_min", Aggregates::least),
            Map.entry("list_max", Aggregates::greatest),
            Map.entry("list_avg", Aggregates::average),
            Map.entry("list_zip_list", ListFunctions::zip));
    reading();
    comparing();
    building();
  }

  /** Returns the replacement of CEL's function; null to keep CEL's. */
  @Nullable Function replacement(String id) {
    return replacements.get(id);
  }

  Function.Cost cost(String id, List<Class<?>> types) {
    Function.Cost cost = costs.get(id);
    if (cost == null && SMALL.containsAll(types)) {
      return (_, _) -> {};
    }
    if (cost == null) {
      throw new IllegalStateException("the function " + id + " has no cost");
    }
    return cost;
  }

  private void cost(Function.Cost cost, String... ids) {
    for (String id : ids) {
      costs.put(id, cost);
    }
  }

  /** Functions that scan their texts once, and access one place of lists and maps. */
  private void reading() {
    cost(
        FunctionCosts::scan,
        "index_list",
        "size_string",
        "size_bytes",
        "size_list",
        "size_map",
        "string_size",
        "bytes_size",
        "list_size",
        "map_size",
        "string_to_bool",
        "string_to_int64",
        "string_to_uint64",
        "string_to_double",
        "string_to_string",
        "bytes_to_bytes",
        "to_dyn",
        "starts_with_string",
        "ends_with_string",
        "string_char_at_int");
    cost(FunctionCosts::time, "string_to_duration", "string_to_timestamp");
    for (String part :
        List.of(
            "year",
            "month",
            "day_of_year",
            "day_of_month",
            "day_of_month_1_based",
            "day_of_week",
            "hours",
            "minutes",
            "seconds",
            "milliseconds")) {
      cost(FunctionCosts::time, "timestamp_to_" + part + "_with_tz");
    }
    cost(
        FunctionCosts::scan,
        "optional_of",
        "optional_ofNonZeroValue",
        "optional_value",
        "optional_hasValue",
        "optional_list_first",
        "optional_list_last",
        "optional_list_index_int",
        "optional_list_optindex_optional_int",
        "select_optional_field",
        "list_optindex_optional_int");
    cost(
        (budget, its) -> {
          ListFunctions.key(its[1]);
          scan(budget, its);
        },
        "index_map",
        "map_optindex_optional_value",
        "optional_map_index_value",
        "optional_map_optindex_optional_value");
    cost(
        (budget, its) -> {
          ListFunctions.key(its[0]);
          scan(budget, its);
        },
        "in_map");
  }

  private void comparing() {
    for (String comparison : List.of("less", "less_equals", "greater", "greater_equals")) {
      cost(FunctionCosts::scan, comparison + "_string", comparison + "_bytes");
    }
    cost((budget, its) -> ComparisonCost.equal(budget, its[0], its[1]), "equals", "not_equals");
    cost((budget, its) -> ComparisonCost.among(budget, its[0], (Collection<?>) its[1]), "in_list");
    cost(
        (budget, its) ->
            ComparisonCost.each(budget, (Collection<?>) its[0], (Collection<?>) its[1]),
        "list_sets_contains_list",
        "list_sets_intersects_list");
    cost(
        (budget, its) -> {
          ComparisonCost.each(budget, (Collection<?>) its[0], (Collection<?>) its[1]);
          ComparisonCost.each(budget, (Collection<?>) its[1], (Collection<?>) its[0]);
        },
        "list_sets_equivalent_list");
    cost(
        (budget, its) -> budget.search(Function.length(its[0]), Function.length(its[1])),
        "contains_string",
        "string_index_of_string",
        "string_index_of_string_int",
        "string_last_index_of_string",
        "string_last_index_of_string_int");
  }

  private void building() {
    cost(
        (budget, its) -> TextFunctions.pay(budget, lengths(its)),
        "add_string",
        "add_bytes",
        "bytes_to_string",
        "string_to_bytes",
        "string_lower_ascii",
        "string_upper_ascii",
        "string_trim",
        "string_reverse",
        "base64_decode_string");
    cost(
        (budget, its) -> TextFunctions.pay(budget, 2 * lengths(its)),
        "strings_quote",
        "base64_encode_bytes");
    cost(
        (budget, its) -> {
          scan(budget, its);
          long end = its.length > 2 ? (Long) its[2] : Function.length(its[0]);
          budget.text(Math.clamp(end - (Long) its[1], 0, Function.length(its[0])));
        },
        "string_substring_int",
        "string_substring_int_int");
    cost(ListFunctions::concatenate, "add_list");
    cost(ListFunctions::insert, "cel_@mapInsert_map_map", "cel_@mapInsert_map_key_value");
    cost(
        (budget, its) -> budget.list(Function.length(its[0])),
        "list_slice",
        "list_reverse",
        "optional_unwrap_list",
        "math_@min_list_dyn",
        "math_@max_list_dyn");
  }

  private static long lengths(Object[] arguments) {
    long sum = 0;
    for (Object argument : arguments) {
      sum += Function.length(argument);
    }
    return sum;
  }

  /** Refuses a time that is written at length: reading one can take time by the square of that. */
  private static void time(Budget budget, Object[] arguments) {
    if (lengths(arguments) > Limits.EXPRESSION_MAX_TIME_CHARS) {
      throw new ExpressionException(
          "a time, a duration or a zone has more than "
              + Limits.EXPRESSION_MAX_TIME_CHARS
              + " characters");
    }
  }

  private static void scan(Budget budget, Object[] arguments) {
    for (Object argument : arguments) {
      if (argument instanceof String text) {
        budget.scan(text.length());
      } else if (argument instanceof CelByteString bytes) {
        budget.scan(bytes.size());
      }
    }
  }
}
