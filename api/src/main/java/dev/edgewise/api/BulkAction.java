package dev.edgewise.api;

import java.util.Locale;

/** What is done to many tasks. */
public enum BulkAction implements WireName {
  CANCEL,
  RERUN,
  PAUSE,
  RESUME;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
