package dev.edgewise.api;

import java.util.Locale;

/** The result of a completion, a heartbeat, or lines of a log. */
public enum CompletionResult implements WireName {
  /** It was applied, now or by an earlier identical request. */
  OK,
  /** Its token is not the current one; nothing was changed. */
  STALE,
  /** There is no such task. */
  UNKNOWN,
  /** It is malformed. */
  INVALID;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
