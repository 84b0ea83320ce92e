package dev.edgewise.server.expression;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps patterns that ignore case away from characters that RE2 would never be done with. RE2 walks
 * from a character to the other cases of the same letter until it is back where it began. It takes
 * the cases from the JDK and the exceptions from its own, older tables, so that from a letter newer
 * than those it never comes back.
 */
final class CaseFolding {
  private static final Pattern IGNORED_CASE = Pattern.compile("\\(\\?[a-zA-Z-]*i");

  private static final Pattern NUMBERED_CHARACTER =
      Pattern.compile("\\\\(?:x\\{0*+([0-9a-fA-F]{1,8})}|x([0-9a-fA-F]{2})|([0-7]{1,3}))");

  /** The letters with more than two cases that RE2's tables know. */
  private static final String EXCEPTIONS =
      "\u00b5\u0130\u0131\u017f\u01c5\u01c8\u01cb\u01f2\u0345\u03c2\u03d0\u03d1"
          + "\u03d5\u03d6\u03f0\u03f1\u03f4\u03f5\u1e9b\u1e9e\u1fbe\u2126\u212a\u212b";

  /** No letter beyond has another case. */
  private static final int LAST_CASED = 0x1ffff;

  private CaseFolding() {}

  /** Refuses a pattern that RE2 would not be done with, and pays for the ranges it goes through. */
  static void check(Budget budget, String regex) {
    if (!IGNORED_CASE.matcher(regex).find()) {
      return;
    }
    String plain =
        NUMBERED_CHARACTER
            .matcher(regex)
            .replaceAll(escape -> Matcher.quoteReplacement(character(escape)))
            .replace("\\", "");
    int[] characters = plain.codePoints().toArray();
    for (int i = 0; i < characters.length; i++) {
      check(budget, characters[i], characters[i]);
      // Outside brackets it is no range: then more is checked than has to be.
      if (i > 1 && characters[i - 1] == '-') {
        check(budget, characters[i - 2], characters[i]);
      }
    }
  }

  private static String character(MatchResult escape) {
    for (int group = 1; group <= 2; group++) {
      if (escape.group(group) != null) {
        return text(Long.parseLong(escape.group(group), 16));
      }
    }
    return text(Long.parseLong(escape.group(3), 8));
  }

  private static String text(long character) {
    return Character.toString((int) Math.min(character, Character.MAX_CODE_POINT));
  }

  private static void check(Budget budget, int first, int last) {
    int end = Math.min(last, LAST_CASED);
    budget.steps(Math.max(1, end - first));
    for (int character = first; character <= end; character++) {
      if (!known(character)) {
        throw new ExpressionException(
            "a pattern that ignores case has U+%04X, whose other cases are not known"
                .formatted(character));
      }
    }
  }

  /** Whether a character has one other case or none, or is a known exception. */
  static boolean known(int character) {
    return otherCase(otherCase(character)) == character || EXCEPTIONS.indexOf(character) >= 0;
  }

  private static int otherCase(int character) {
    int lower = Character.toLowerCase(character);
    return lower != character ? lower : Character.toUpperCase(character);
  }
}
