package dev.edgewise.api;

import java.util.Locale;

/** How a failed item affects its spread. */
public enum SpreadErrors implements WireName {
  /** The spread fails once all items have ended. */
  FAIL,
  /** The error becomes the value at the item's index. */
  COLLECT,
  /** The first failed item cancels the others. */
  FAIL_FAST;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
