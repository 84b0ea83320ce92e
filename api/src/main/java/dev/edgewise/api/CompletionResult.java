package dev.edgewise.api;

import java.util.Locale;

/** What became of a completion. */
public enum CompletionResult implements WireName {
  /** It counts, now or since an earlier delivery. */
  OK,
  /** Its token is not the current one; nothing was written. */
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
