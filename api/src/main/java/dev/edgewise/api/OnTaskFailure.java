package dev.edgewise.api;

import java.util.Locale;

/** What the failure of a task does to its batch. */
public enum OnTaskFailure implements WireName {
  /** The other tasks go on, as far as they do not need its success. */
  CONTINUE,
  /** The other tasks are canceled, unless a dependent of the task handles its failure. */
  STOP;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
