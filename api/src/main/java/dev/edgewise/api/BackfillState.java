package dev.edgewise.api;

import java.util.Locale;

/** How a backfill stands. */
public enum BackfillState implements WireName {
  RUNNING,
  /** All of its ticks were started or have failed to start; the runs may go on. */
  DONE,
  CANCELED;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
