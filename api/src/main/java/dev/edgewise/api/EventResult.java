package dev.edgewise.api;

import java.util.Locale;

/** What became of an event. */
public enum EventResult implements WireName {
  /** It changed something. */
  APPLIED,
  /** It was applied before. */
  DUPLICATE,
  /** It is about another attempt. */
  STALE,
  /** There is no such task. */
  UNKNOWN,
  /** Its type means nothing here. */
  IGNORED,
  /** It is malformed and has not used up its id. */
  INVALID;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
