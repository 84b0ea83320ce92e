package dev.edgewise.server.expression;

import dev.edgewise.server.config.Limits;
import java.util.ArrayList;
import java.util.List;

/** A string with expressions in the form {@code ${...}}. A doubled dollar sign escapes the form. */
final class TextTemplate {
  private static final int QUOTED_MAX_CHARS = 80;

  private final List<Piece> pieces;
  private final References references;

  private sealed interface Piece {
    record Plain(String text) implements Piece {}

    record Computed(String source, Expression expression) implements Piece {}
  }

  private TextTemplate(List<Piece> pieces, References references) {
    this.pieces = List.copyOf(pieces);
    this.references = references;
  }

  static TextTemplate parse(String text, Language language) {
    List<Piece> pieces = new ArrayList<>();
    References.Union references = new References.Union();
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); ) {
      if (text.startsWith("$${", at)) {
        plain.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = ExpressionEnd.find(text, at + 2);
        if (!plain.isEmpty()) {
          pieces.add(new Piece.Plain(plain.toString()));
          plain.setLength(0);
        }
        Piece.Computed computed = computed(text.substring(at + 2, end), language);
        references.add(quoted(computed.source()), computed.expression().references());
        pieces.add(computed);
        at = end + 1;
      } else {
        plain.append(text.charAt(at++));
      }
    }
    if (!plain.isEmpty()) {
      pieces.add(new Piece.Plain(plain.toString()));
    }
    return new TextTemplate(pieces, references.toReferences());
  }

  static String withoutExpressions(String text, String word) {
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); ) {
      if (text.startsWith("$${", at)) {
        plain.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        plain.append(word);
        at = ExpressionEnd.find(text, at + 2) + 1;
      } else {
        plain.append(text.charAt(at++));
      }
    }
    return plain.toString();
  }

  private static Piece.Computed computed(String source, Language language) {
    try {
      return new Piece.Computed(source, language.expression(source));
    } catch (ExpressionException e) {
      throw e.within(quoted(source));
    }
  }

  private static String quoted(String source) {
    return source.length() <= QUOTED_MAX_CHARS
        ? "${" + source + "}"
        : "${" + source.substring(0, QUOTED_MAX_CHARS) + "...}";
  }

  References references() {
    return references;
  }

  /** Returns the value of a single expression, or the text with the values inserted. */
  Object value(Scope scope, Budget budget) {
    if (pieces.size() == 1 && pieces.getFirst() instanceof Piece.Computed computed) {
      return value(computed, scope, budget);
    }
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      String next =
          switch (piece) {
            case Piece.Plain(String plain) -> plain;
            case Piece.Computed computed -> text(value(computed, scope, budget));
          };
      TextFunctions.possible((long) text.length() + next.length());
      budget.text(next.length());
      text.append(next);
    }
    return text.toString();
  }

  private static String text(Object value) {
    return value instanceof String string
        ? string
        : Values.write(value, Limits.EXPRESSION_MAX_TEXT_BYTES);
  }

  private static Object value(Piece.Computed computed, Scope scope, Budget budget) {
    try {
      return computed.expression().evaluate(scope, budget);
    } catch (ExpressionException e) {
      throw e.within(quoted(computed.source()));
    }
  }
}
