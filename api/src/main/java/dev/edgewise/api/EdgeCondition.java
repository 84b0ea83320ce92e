package dev.edgewise.api;

import java.util.Locale;

/** The outcomes of the parent that satisfy an edge. */
public enum EdgeCondition implements WireName {
  /** Any terminal outcome. */
  ALWAYS,
  /** Success only. */
  ON_SUCCESS,
  /** Failure or cancellation only. */
  ON_FAILURE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  @Override
  public String wireName() {
    return wireName;
  }
}
