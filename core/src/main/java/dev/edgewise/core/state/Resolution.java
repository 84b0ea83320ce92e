package dev.edgewise.core.state;

/** How a parent ended, as recorded in the facts of its edges. */
public enum Resolution {
  SUCCESS(1),
  FAILED(2),
  SKIPPED(4),
  CANCELLED(8);

  private final int bit;

  Resolution(int bit) {
    this.bit = bit;
  }

  /** The bit of this outcome in a {@link Condition}. */
  public int bit() {
    return bit;
  }

  /** Returns the resolution of a terminal state. */
  public static Resolution of(TaskState terminal) {
    return switch (terminal) {
      case SUCCESS -> SUCCESS;
      case FAILURE -> FAILED;
      case SKIPPED -> SKIPPED;
      case CANCELED -> CANCELLED;
      case WAITING, PENDING, CLAIMED, RUNNING, PAUSED, RETRY_PENDING ->
          throw new IllegalArgumentException(terminal + " is not terminal and resolves no edge");
    };
  }
}
