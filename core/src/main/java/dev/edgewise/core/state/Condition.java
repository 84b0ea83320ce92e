package dev.edgewise.core.state;

import java.util.Locale;

/** What an edge asks of its parent's outcome before the child may start. */
public enum Condition {
  /** Any terminal outcome. */
  ALWAYS,
  /** Success only. */
  ON_SUCCESS,
  /** Failure or cancellation only. */
  ON_FAILURE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** Whether an edge with this condition is satisfied by a parent that ended so. */
  public boolean satisfiedBy(Resolution resolution) {
    return switch (this) {
      case ALWAYS -> true;
      case ON_SUCCESS -> resolution == Resolution.SUCCESS;
      case ON_FAILURE -> resolution == Resolution.FAILED || resolution == Resolution.CANCELLED;
    };
  }

  /** The spelling in JSON and in the database. */
  public String wireName() {
    return wireName;
  }
}
