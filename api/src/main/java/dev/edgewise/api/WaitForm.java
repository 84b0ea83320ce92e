package dev.edgewise.api;

import java.util.Locale;

/** What ends a wait. */
public enum WaitForm implements WireName {
  /** A time after the task became ready. */
  FOR,
  /** A point in time. */
  UNTIL,
  SIGNAL,
  APPROVAL;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
