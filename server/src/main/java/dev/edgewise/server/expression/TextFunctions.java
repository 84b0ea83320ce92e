package dev.edgewise.server.expression;

import com.google.re2j.Pattern;
import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.List;

/** Text functions whose cost depends on more than the lengths of their arguments. */
final class TextFunctions {
  private static final int PATTERN_PARTS_PER_STEP = 8;

  /** A class such as {@code \\pL} has hundreds of ranges, which are copied and put in order. */
  private static final java.util.regex.Pattern UNICODE_CLASS =
      java.util.regex.Pattern.compile("\\\\[pP]");

  private static final long STEPS_PER_CLASS = 1_000;

  private TextFunctions() {}

  /** Replaces occurrences of a text; a fourth argument limits how many. */
  static Object replace(Budget budget, Object[] arguments) {
    String text = (String) arguments[0];
    String target = (String) arguments[1];
    String replacement = (String) arguments[2];
    long limit = arguments.length > 3 ? (Long) arguments[3] : -1;
    budget.search(text.length(), target.length());
    long count = count(text, target, limit);
    long length = text.length() + count * (replacement.length() - target.length());
    pay(budget, length);
    StringBuilder result = new StringBuilder((int) length);
    int from = 0;
    int at = text.indexOf(target);
    for (long left = count; left > 0; left--) {
      result.append(text, from, at).append(replacement);
      from = at + target.length();
      at = next(text, target, at);
    }
    return result.append(text, from, text.length()).toString();
  }

  /** Counts the occurrences of a text, up to a limit unless that is negative. */
  private static long count(String text, String target, long limit) {
    long max = limit < 0 ? Long.MAX_VALUE : limit;
    long count = 0;
    for (int at = text.indexOf(target); at >= 0 && count < max; at = next(text, target, at)) {
      count++;
    }
    return count;
  }

  /**
   * Returns the index of the next occurrence. The empty text occurs before each character and at
   * the end.
   */
  private static int next(String text, String target, int at) {
    int from = at + Math.max(1, target.length());
    return from > text.length() ? -1 : text.indexOf(target, from);
  }

  /** Splits a text; a third argument limits the number of parts. */
  static Object split(Budget budget, Object[] arguments) {
    String text = (String) arguments[0];
    String separator = (String) arguments[1];
    long limit = arguments.length > 2 ? (Long) arguments[2] : -1;
    budget.search(text.length(), separator.length());
    if (limit == 0) {
      return List.of();
    }
    long count = separator.isEmpty() ? text.length() : count(text, separator, limit - 1) + 1;
    budget.list(count);
    budget.bytes(count * Budget.TEXT_BYTES);
    budget.text(text.length());
    long max = limit < 0 ? Long.MAX_VALUE : limit;
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (parts.size() < max - 1) {
      int end = separator.isEmpty() ? endOfCharacter(text, from) : text.indexOf(separator, from);
      if (end < 0 || (separator.isEmpty() && end >= text.length())) {
        break;
      }
      parts.add(text.substring(from, end));
      from = end + separator.length();
    }
    if (!separator.isEmpty() || from < text.length()) {
      parts.add(text.substring(from));
    }
    return parts;
  }

  private static int endOfCharacter(String text, int from) {
    return from < text.length() ? from + Character.charCount(text.codePointAt(from)) : -1;
  }

  /** Joins texts with the separator in the second argument. */
  static Object join(Budget budget, Object[] arguments) {
    List<?> parts = (List<?>) arguments[0];
    String separator = arguments.length > 1 ? (String) arguments[1] : "";
    budget.steps(parts.size());
    long length = 0;
    for (Object part : parts) {
      if (!(part instanceof String text)) {
        throw new ExpressionException("join needs a list of strings");
      }
      length += text.length() + (long) separator.length();
    }
    pay(budget, length);
    StringBuilder joined = new StringBuilder((int) length);
    for (int i = 0; i < parts.size(); i++) {
      joined.append(i == 0 ? "" : separator).append(parts.get(i));
    }
    return joined.toString();
  }

  /** Whether a pattern is found in a text. Patterns are RE2, so the time is linear in the text. */
  static Object matches(Budget budget, Object[] arguments) {
    String text = (String) arguments[0];
    return found(budget, compile(budget, (String) arguments[1]), text);
  }

  /** Whether a pattern is found in a text. */
  static boolean found(Budget budget, Pattern pattern, String text) {
    long work = Budget.product(text.length() + 1L, pattern.programSize());
    budget.steps(work / PATTERN_PARTS_PER_STEP);
    return pattern.matcher(text).find();
  }

  static Pattern compile(Budget budget, String regex) {
    Pattern known = budget.pattern();
    if (known != null && known.pattern().equals(regex)) {
      return known;
    }
    long size = PatternSize.of(regex);
    if (size > Limits.EXPRESSION_MAX_PATTERN_PARTS) {
      throw new ExpressionException(
          "a pattern has more than " + Limits.EXPRESSION_MAX_PATTERN_PARTS + " parts");
    }
    budget.steps(4 * size + STEPS_PER_CLASS * UNICODE_CLASS.matcher(regex).results().count());
    CaseFolding.check(budget, regex);
    Pattern compiled = Pattern.compile(regex);
    budget.pattern(compiled);
    return compiled;
  }

  /** Counts a text of this many characters, and fails if it is too long. */
  static void pay(Budget budget, long characters) {
    possible(characters);
    budget.text(characters);
  }

  /** Fails for a text of too many characters. */
  static void possible(long characters) {
    if (characters > Limits.EXPRESSION_MAX_TEXT_BYTES) {
      throw new ExpressionException(
          "it builds a text of more than " + Limits.EXPRESSION_MAX_TEXT_BYTES + " characters");
    }
  }
}
