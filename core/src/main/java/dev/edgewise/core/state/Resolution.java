package dev.edgewise.core.state;

/** How a parent ended, as its edges' facts record it. */
public enum Resolution {
  SUCCESS,
  FAILED,
  SKIPPED,
  CANCELLED;

  /** The resolution that a terminal state gives to its outgoing edges. */
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
