package dev.edgewise.server.cli.doctor;

import dev.edgewise.api.WireName;
import java.util.Locale;

/** How good a finding is. */
public enum Grade implements WireName {
  /** Nothing to do. */
  OK,
  /** Edgewise runs, but something is likely to trouble it. */
  WARN,
  /** Edgewise cannot start like this. */
  FAIL;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
