package dev.edgewise.api;

import java.util.Locale;

/** What happens to a tick of a schedule while the run before has not ended. */
public enum ScheduleOverlap implements WireName {
  /** It is left out. */
  SKIP,
  /** It is started when the run before has ended. */
  QUEUE,
  /** It is started all the same. */
  ALLOW;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
