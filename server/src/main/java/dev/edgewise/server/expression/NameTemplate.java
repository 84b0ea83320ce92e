package dev.edgewise.server.expression;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An expression with placeholders for its names. A generated graph may have thousands of
 * expressions that differ only in task names; they are compiled once. A placeholder is as long as
 * its name, so that positions in the text stay the same.
 *
 * @param names the name of each placeholder
 */
record NameTemplate(String text, Map<String, String> names) {
  private static final int LETTERS = 26;

  static NameTemplate of(String text) {
    // Names in quotes are not replaced, and could be mistaken for placeholders.
    return text.contains(Names.TASKS) || text.indexOf('`') >= 0
        ? new NameTemplate(text, Map.of())
        : new Scan(text).template();
  }

  /** One pass over a text. */
  private static final class Scan {
    private final String text;
    private final StringBuilder result;
    private final Map<String, String> placeholders = new LinkedHashMap<>();
    private int at;

    Scan(String text) {
      this.text = text;
      this.result = new StringBuilder(text);
    }

    NameTemplate template() {
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == '"' || c == '\'') {
          at = ExpressionEnd.ofString(text, at) + 1;
        } else if (text.startsWith("//", at)) {
          int end = text.indexOf('\n', at);
          at = end < 0 ? text.length() : end;
        } else if (c >= '0' && c <= '9') {
          skipWord();
        } else if (wordPart(c)) {
          word();
        } else {
          at++;
        }
      }
      if (placeholders.size() > LETTERS) {
        return new NameTemplate(text, Map.of());
      }
      Map<String, String> names = new HashMap<>();
      placeholders.forEach((name, placeholder) -> names.put(placeholder, name));
      return new NameTemplate(result.toString(), names);
    }

    private void skipWord() {
      while (at < text.length() && wordPart(text.charAt(at))) {
        at++;
      }
    }

    private static boolean wordPart(char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }

    private void word() {
      int start = at;
      skipWord();
      String word = text.substring(start, at);
      if (names(word, start)) {
        result.replace(start, at, placeholders.computeIfAbsent(word, this::placeholder));
      }
    }

    private String placeholder(String name) {
      return (char) ('a' + placeholders.size()) + "_".repeat(name.length() - 1);
    }

    /** Whether a word is a variable, not a member, function, string prefix or reserved word. */
    private boolean names(String word, int start) {
      int before = start - 1;
      while (before >= 0 && Character.isWhitespace(text.charAt(before))) {
        before--;
      }
      boolean member =
          before >= 0
              && (text.charAt(before) == '.'
                  || (text.charAt(before) == '?' && before > 0 && text.charAt(before - 1) == '.'));
      int after = at;
      while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
        after++;
      }
      boolean called = after < text.length() && text.charAt(after) == '(';
      boolean prefix = at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\'');
      return !member && !called && !prefix && !Names.reserved(word) && !Names.keyword(word);
    }
  }
}
