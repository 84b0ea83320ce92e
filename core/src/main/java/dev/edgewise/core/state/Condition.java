package dev.edgewise.core.state;

import java.util.Locale;

/** The condition of an edge on the outcome of its parent. */
public enum Condition {
  /** Any terminal outcome. */
  ALWAYS,
  /** Success only. */
  ON_SUCCESS,
  /** Failure or cancellation only. */
  ON_FAILURE;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** Whether a parent that ended this way satisfies the condition. */
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
