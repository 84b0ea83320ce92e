package dev.edgewise.api;

import java.util.Locale;

/** The state of a batch as a whole. */
public enum BatchState implements WireName {
  /** At least one task has not ended. */
  RUNNING,
  /** All tasks ended and none failed. */
  SUCCEEDED,
  /** All tasks ended and at least one failed. */
  FAILED,
  /** All tasks ended, none failed and at least one was canceled. */
  CANCELED;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
