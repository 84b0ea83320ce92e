package dev.edgewise.server.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.edgewise.core.state.Condition;

/**
 * How the conditions of a task's edges are stored: a letter for each. The three that have a name
 * have its letter, the others are a hexadecimal digit.
 */
public final class ConditionLetters {
  private static final Condition[] NONE = {};
  private static final int RADIX = 16;

  private ConditionLetters() {}

  /** The letters of the first {@code size} conditions. */
  public static String of(Condition[] conditions, int size) {
    byte[] letters = new byte[size];
    for (int i = 0; i < size; i++) {
      letters[i] = (byte) letter(conditions[i]);
    }
    return new String(letters, ISO_8859_1);
  }

  /** The letter of one condition. */
  public static char letter(Condition condition) {
    if (condition == Condition.ALWAYS) {
      return 'A';
    }
    if (condition == Condition.ON_SUCCESS) {
      return 'S';
    }
    return condition == Condition.ON_FAILURE ? 'F' : Character.forDigit(condition.bits(), RADIX);
  }

  /** The conditions that the letters stand for. */
  public static Condition[] read(String letters) {
    if (letters.isEmpty()) {
      return NONE;
    }
    Condition[] conditions = new Condition[letters.length()];
    for (int i = 0; i < conditions.length; i++) {
      conditions[i] = condition(letters.charAt(i));
    }
    return conditions;
  }

  /** The condition that a letter stands for. */
  public static Condition condition(char letter) {
    return switch (letter) {
      case 'A' -> Condition.ALWAYS;
      case 'S' -> Condition.ON_SUCCESS;
      case 'F' -> Condition.ON_FAILURE;
      default -> Condition.of(Character.digit(letter, RADIX));
    };
  }
}
