package dev.edgewise.server.expression;

import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelListsExtensions;
import dev.cel.extensions.CelStringExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeLibrary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.LongStream;

/**
 * The functions whose one call could build something huge out of something small, with a bound. The
 * libraries declare them; only what they do is replaced here.
 */
final class BoundedFunctions {

  /** The string functions that cannot explode. */
  CelRuntimeLibrary strings() {
    return CelExtensions.strings(
        EnumSet.complementOf(
            EnumSet.of(CelStringExtensions.Function.REPLACE, CelStringExtensions.Function.JOIN)));
  }

  /** The list functions that cannot explode. */
  CelRuntimeLibrary lists() {
    return CelExtensions.lists(
        EnumSet.complementOf(
            EnumSet.of(CelListsExtensions.Function.RANGE, CelListsExtensions.Function.FLATTEN)));
  }

  /** The others. */
  List<CelFunctionBinding> bindings() {
    return List.of(
        CelFunctionBinding.from(
            "string_replace_string_string",
            List.of(String.class, String.class, String.class),
            arguments ->
                replace((String) arguments[0], (String) arguments[1], (String) arguments[2], -1)),
        CelFunctionBinding.from(
            "string_replace_string_string_int",
            List.of(String.class, String.class, String.class, Long.class),
            arguments ->
                replace(
                    (String) arguments[0],
                    (String) arguments[1],
                    (String) arguments[2],
                    (Long) arguments[3])),
        CelFunctionBinding.from("list_join", List.class, list -> join(list, "")),
        CelFunctionBinding.from(
            "list_join_string", List.class, String.class, BoundedFunctions::join),
        CelFunctionBinding.from("lists_range", Long.class, BoundedFunctions::range),
        CelFunctionBinding.from("list_flatten", Collection.class, list -> flatten(list, 1L)),
        CelFunctionBinding.from(
            "list_flatten_list_int", Collection.class, Long.class, BoundedFunctions::flatten));
  }

  /** Replaces the first {@code limit} occurrences, or all when it is negative. */
  private static String replace(String text, String target, String replacement, long limit) {
    StringBuilder result = new StringBuilder();
    int from = 0;
    long left = limit < 0 ? Long.MAX_VALUE : limit;
    for (int at = text.indexOf(target); at >= 0 && left > 0; left--) {
      Budget.characters((long) result.length() + replacement.length() + at - from);
      result.append(text, from, at).append(replacement);
      from = at + target.length();
      if (target.isEmpty()) {
        if (at == text.length()) {
          return result.toString();
        }
        result.append(text.charAt(at));
        from = at + 1;
      }
      at = text.indexOf(target, from);
    }
    return result.append(text, from, text.length()).toString();
  }

  private static String join(List<?> parts, String separator) {
    StringJoiner joined = new StringJoiner(separator);
    for (Object part : parts) {
      if (!(part instanceof String text)) {
        throw new ExpressionException("join needs a list of strings");
      }
      Budget.characters((long) joined.length() + separator.length() + text.length());
      joined.add(text);
    }
    return joined.toString();
  }

  private static List<Long> range(long end) {
    Budget.elements(end);
    return LongStream.range(0, end).boxed().toList();
  }

  private static List<Object> flatten(Collection<?> list, long depth) {
    if (depth < 0) {
      throw new ExpressionException("flatten needs a depth of at least 0");
    }
    List<Object> result = new ArrayList<>();
    flatten(list, depth, result);
    return result;
  }

  private static void flatten(Collection<?> list, long depth, List<Object> result) {
    for (Object each : list) {
      if (each instanceof Collection<?> inner && depth > 0) {
        flatten(inner, depth - 1, result);
      } else {
        Budget.elements(result.size() + 1L);
        result.add(each);
      }
    }
  }
}
