package dev.edgewise.server.store.delivery;

import java.util.Locale;

/** The event in a task's life that a call reports. */
public enum Trigger {
  START,
  SUCCESS,
  FAILURE,
  CANCEL;

  /** The spelling in the database, in keys and in headers. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The outcome under which the execution is filed; start and cancel have none of their own. */
  String condition() {
    return this == FAILURE ? FAILURE.word() : SUCCESS.word();
  }

  /** The trigger of a spelling. */
  public static Trigger of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
