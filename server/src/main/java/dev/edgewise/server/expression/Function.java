package dev.edgewise.server.expression;

import dev.cel.common.values.CelByteString;
import java.util.Collection;

/** A function of the language that counts its cost before it does its work. */
@FunctionalInterface
interface Function {

  Object apply(Budget budget, Object[] arguments);

  /** Counts the cost of a call from its arguments. */
  @FunctionalInterface
  interface Cost {
    void charge(Budget budget, Object[] arguments);
  }

  /** Returns the number of characters, bytes or elements of a value; 0 for others. */
  static int length(Object value) {
    return switch (value) {
      case String text -> text.length();
      case CelByteString bytes -> bytes.size();
      case Collection<?> list -> list.size();
      default -> 0;
    };
  }
}
