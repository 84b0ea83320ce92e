package dev.edgewise.api;

import java.util.Locale;

/** What became of a tick of a schedule. */
public enum TickState implements WireName {
  STARTED,
  SKIPPED,
  FAILED;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
