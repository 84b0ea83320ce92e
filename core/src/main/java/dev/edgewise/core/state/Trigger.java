package dev.edgewise.core.state;

import java.util.Locale;

/** The event in a task's life that a webhook call reports. */
public enum Trigger {
  START,
  SUCCESS,
  FAILURE,
  CANCEL;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** The spelling in the database, in idempotency keys and in headers. */
  public String word() {
    return word;
  }

  /** Returns the outcome under which the execution is stored; start and cancel have none. */
  public String condition() {
    return this == FAILURE ? FAILURE.word() : SUCCESS.word();
  }

  /** Returns the trigger with this spelling. */
  public static Trigger of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
