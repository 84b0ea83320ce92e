package dev.edgewise.api;

import java.util.Locale;

/** What a failed item does to its spread. */
public enum SpreadErrors implements WireName {
  /** The spread fails once all items have ended. */
  FAIL,
  /** The error becomes the value at its index. */
  COLLECT;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
