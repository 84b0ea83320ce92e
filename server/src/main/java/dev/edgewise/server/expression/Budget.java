package dev.edgewise.server.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.Map;

/** Watches one evaluation and ends it when it has done too much or built something too large. */
final class Budget implements CelEvaluationListener {
  static final int MAX_ITERATIONS = 500_000;
  static final int MAX_ELEMENTS = 1_000_000;
  static final int MAX_CHARS = 16 * 1024 * 1024;
  private static final long MAX_STEPS = 5_000_000;
  private static final int PARTS_PER_STEP = 16;

  private long steps;

  @Override
  public void callback(CelExpr part, Object value) {
    // What is large takes long to search and to compare.
    switch (value) {
      case String text -> {
        characters(text.length());
        steps += text.length() / PARTS_PER_STEP;
      }
      case Collection<?> list -> {
        elements(list.size());
        steps += grows(part) ? 0 : list.size() / PARTS_PER_STEP;
      }
      case Map<?, ?> map -> elements(map.size());
      case null, default -> {}
    }
    if (++steps > MAX_STEPS) {
      throw new ExpressionException("it takes more than " + MAX_STEPS + " steps");
    }
  }

  /** Whether a part only hands on the list that a comprehension builds, element by element. */
  private static boolean grows(CelExpr part) {
    return switch (part.getKind()) {
      case IDENT -> part.ident().name().startsWith("@");
      case CALL -> part.call().function().equals("_+_") || part.call().function().equals("_?_:_");
      default -> false;
    };
  }

  /** Refuses to build a longer list. */
  static void elements(long count) {
    if (count > MAX_ELEMENTS) {
      throw new ExpressionException("it builds a list of more than " + MAX_ELEMENTS + " elements");
    }
  }

  /** Refuses to build a longer text. */
  static void characters(long count) {
    if (count > MAX_CHARS) {
      throw new ExpressionException("it builds a text of more than " + MAX_CHARS + " characters");
    }
  }
}
