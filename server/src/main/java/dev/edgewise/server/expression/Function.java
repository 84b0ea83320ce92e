package dev.edgewise.server.expression;

import dev.cel.common.values.CelByteString;
import java.util.Collection;

/** A function of the language that pays for its work before it does it. */
@FunctionalInterface
interface Function {

  Object apply(Budget budget, Object[] arguments);

  /** What a call of a function costs, told from its arguments. */
  @FunctionalInterface
  interface Cost {
    void charge(Budget budget, Object[] arguments);
  }

  /** How many characters, bytes or elements a value has; 0 for others. */
  static int length(Object value) {
    return switch (value) {
      case String text -> text.length();
      case CelByteString bytes -> bytes.size();
      case Collection<?> list -> list.size();
      default -> 0;
    };
  }
}
