package dev.edgewise.api;

import java.util.Locale;

/** The answer to a request for approval. */
public enum Decision implements WireName {
  APPROVE,
  REJECT;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
