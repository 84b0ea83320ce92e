package dev.edgewise.api;

import java.util.Locale;

/** Why a schedule's workflow was started, or was to be. */
public enum TickCause implements WireName {
  SCHEDULE,
  TRIGGER,
  BACKFILL;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
