package dev.edgewise.server.expression;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates the compiled size of a regular expression. RE2 expands each counted repetition, and
 * nested ones multiply.
 */
final class PatternSize {
  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,4})(,?)(\\d{0,4})}");
  private static final String QUOTE = "\\Q";
  private static final long HUGE = Integer.MAX_VALUE;

  private final String regex;
  private final Matcher repetitions;
  private final Deque<Long> outer = new ArrayDeque<>();
  private long sum;
  private long last;

  private PatternSize(String regex) {
    this.regex = regex;
    this.repetitions = REPETITION.matcher(regex);
  }

  /** Returns an upper bound that is close to the size. */
  static long of(String regex) {
    PatternSize size = new PatternSize(regex);
    return regex.contains(QUOTE) ? size.ofAnyNesting() : size.measured();
  }

  /**
   * Returns the size as if all repetitions were nested: quoting makes the real nesting hard to
   * find.
   */
  private long ofAnyNesting() {
    long product = regex.length() + 1L;
    while (repetitions.find()) {
      product = times(product);
    }
    return product;
  }

  private long measured() {
    for (int at = 0; at < regex.length(); ) {
      char c = regex.charAt(at);
      if (c == '{' && repetitions.region(at, regex.length()).lookingAt()) {
        sum -= last;
        last = times(last);
        sum = Math.min(HUGE, sum + last);
        at = repetitions.end();
      } else {
        at = part(c, at);
      }
    }
    while (!outer.isEmpty()) {
      sum = Math.min(HUGE, sum + outer.pop());
    }
    return sum + 1;
  }

  private int part(char c, int at) {
    switch (c) {
      case '(' -> {
        outer.push(sum);
        sum = 2;
        last = 0;
      }
      case ')' -> {
        last = sum;
        sum = Math.min(HUGE, sum + (outer.isEmpty() ? 0 : outer.pop()));
      }
      case '[' -> {
        add(4);
        return endOfClass(at);
      }
      case '\\' -> {
        add(2);
        return at + 2;
      }
      default -> add(1);
    }
    return at + 1;
  }

  private void add(long size) {
    last = size;
    sum = Math.min(HUGE, sum + size);
  }

  private int endOfClass(int at) {
    int from = at + (regex.startsWith("[^", at) ? 2 : 1);
    for (int i = from; i < regex.length(); i++) {
      if (regex.charAt(i) == '\\') {
        i++;
      } else if (regex.charAt(i) == ']' && i > from) {
        return i + 1;
      }
    }
    return regex.length();
  }

  private long times(long size) {
    long least = Long.parseLong(repetitions.group(1)) + 1;
    String most = repetitions.group(3);
    long count = most.isEmpty() ? least : Math.max(least, Long.parseLong(most) + 1);
    return Math.min(HUGE, size * count);
  }
}
