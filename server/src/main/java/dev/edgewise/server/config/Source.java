package dev.edgewise.server.config;

import java.util.Locale;

/** Where the value of a setting came from; earlier constants win over later ones. */
public enum Source {
  FLAG,
  ENVIRONMENT,
  FILE,
  DEFAULT;

  /** The word shown to people. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
