package dev.edgewise.server.expression;

/** Finds the brace that ends an expression inside a text, skipping strings and nested braces. */
final class ExpressionEnd {
  private final String text;
  private int at;

  private ExpressionEnd(String text, int from) {
    this.text = text;
    this.at = from;
  }

  /** Returns the index of the closing brace of the expression that begins at {@code from}. */
  static int find(String text, int from) {
    return new ExpressionEnd(text, from).find();
  }

  /** Returns the index of the last quote of the string that begins at {@code from}. */
  static int ofString(String text, int from) {
    ExpressionEnd end = new ExpressionEnd(text, from);
    end.string(0);
    return end.at;
  }

  private int find() {
    int start = at;
    int open = 1;
    while (at < text.length()) {
      switch (text.charAt(at)) {
        case '{' -> open++;
        case '}' -> open--;
        case '"', '\'' -> string(start);
        default -> {}
      }
      if (open == 0) {
        return at;
      }
      at++;
    }
    throw new ExpressionException("a ${ has no closing }");
  }

  /** Skips to the last quote of a string literal. */
  private void string(int start) {
    boolean raw = false;
    for (int i = at - 1; i >= start && "rRbB".indexOf(text.charAt(i)) >= 0; i--) {
      raw |= text.charAt(i) == 'r' || text.charAt(i) == 'R';
    }
    String quote = text.substring(at, at + 1);
    String end = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
    for (at += end.length(); at < text.length(); at++) {
      if (text.charAt(at) == '\\' && !raw) {
        at++;
      } else if (text.startsWith(end, at)) {
        at += end.length() - 1;
        return;
      }
    }
  }
}
