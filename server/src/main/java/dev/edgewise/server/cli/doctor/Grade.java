package dev.edgewise.server.cli.doctor;

import dev.edgewise.api.WireName;
import java.util.Locale;

/** The severity of a check result. */
public enum Grade implements WireName {
  /** Nothing to do. */
  OK,
  /** Edgewise runs, but is likely to have problems. */
  WARN,
  /** Edgewise cannot start. */
  FAIL;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
