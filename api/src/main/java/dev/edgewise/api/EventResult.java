package dev.edgewise.api;

import java.util.Locale;

/** What became of an event. */
public enum EventResult implements WireName {
  /** It counts from now on. */
  APPLIED,
  /** It, or another one that says the same, counts since an earlier delivery. */
  DUPLICATE,
  /** It belongs to another attempt, or the task is not in a state in which it could happen. */
  STALE,
  /** There is no such task. */
  UNKNOWN,
  /** Its type means nothing here. */
  IGNORED,
  /** It is malformed. */
  INVALID;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
