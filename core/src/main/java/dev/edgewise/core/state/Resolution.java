package dev.edgewise.core.state;

/** How a parent ended, as recorded in the facts of its edges. */
public enum Resolution {
  SUCCESS,
  FAILED,
  SKIPPED,
  CANCELLED;

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
