package dev.edgewise.api;

import java.util.Locale;

/** The result of an event. */
public enum EventResult implements WireName {
  /** It was applied. */
  APPLIED,
  /** The same change was applied before, by this event or another one. */
  DUPLICATE,
  /** It belongs to another attempt, or the task's state does not allow it. */
  STALE,
  /** There is no such task. */
  UNKNOWN,
  /** Its type is unknown. */
  IGNORED,
  /** It is malformed. */
  INVALID;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
