package dev.edgewise.server.config;

import java.util.Locale;

/** The source of a setting's value; earlier constants take precedence. */
public enum Source {
  FLAG,
  ENVIRONMENT,
  FILE,
  DEFAULT;

  /** The name in messages. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
