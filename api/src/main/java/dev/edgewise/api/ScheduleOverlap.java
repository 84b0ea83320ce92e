package dev.edgewise.api;

import java.util.Locale;

/** What happens to a tick of a schedule while the previous run has not ended. */
public enum ScheduleOverlap implements WireName {
  /** The tick is skipped. */
  SKIP,
  /** The tick starts when the previous run has ended. */
  QUEUE,
  /** The tick starts anyway. */
  ALLOW;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
