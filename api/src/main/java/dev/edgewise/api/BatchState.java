package dev.edgewise.api;

import java.util.Locale;

/** How a batch as a whole stands. */
public enum BatchState implements WireName {
  /** Some task has not ended. */
  RUNNING,
  /** All tasks ended and none failed. */
  SUCCEEDED,
  /** All tasks ended and some failed. */
  FAILED,
  /** All tasks ended, none failed and some were canceled. */
  CANCELED;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
