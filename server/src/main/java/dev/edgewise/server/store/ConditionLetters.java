package dev.edgewise.server.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.edgewise.core.state.Condition;

/**
 * How the conditions of a task's edges are stored: a letter for each, which takes less room than an
 * array of the database's own type.
 */
public final class ConditionLetters {
  private static final Condition[] NONE = {};

  private ConditionLetters() {}

  /** The letters of the first {@code size} conditions. */
  public static String of(Condition[] conditions, int size) {
    byte[] letters = new byte[size];
    for (int i = 0; i < size; i++) {
      letters[i] =
          switch (conditions[i]) {
            case ALWAYS -> 'A';
            case ON_SUCCESS -> 'S';
            case ON_FAILURE -> 'F';
          };
    }
    return new String(letters, ISO_8859_1);
  }

  /** The conditions that the letters stand for. */
  public static Condition[] read(String letters) {
    if (letters.isEmpty()) {
      return NONE;
    }
    Condition[] conditions = new Condition[letters.length()];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] =
          switch (letters.charAt(i)) {
            case 'A' -> Condition.ALWAYS;
            case 'S' -> Condition.ON_SUCCESS;
            case 'F' -> Condition.ON_FAILURE;
            default -> throw new IllegalArgumentException("unknown conditions " + letters);
          };
    }
    return conditions;
  }
}
