package dev.edgewise.core.state;

import java.util.Collection;

/** How a batch stands as a whole. */
public enum BatchOutcome {
  /** Some task is not terminal. */
  RUNNING,
  /** All is over and no task failed or was canceled, but for items whose errors were collected. */
  SUCCEEDED,
  /** All is over and some task failed. */
  FAILED,
  /** All is over, none failed and some task was canceled. */
  CANCELED;

  /**
   * The outcome of a batch.
   *
   * @param states how all its tasks stand
   * @param deciding how those stand that are not items of a collecting spread
   */
  public static BatchOutcome of(Collection<TaskState> states, Collection<TaskState> deciding) {
    if (states.stream().anyMatch(state -> !state.terminal())) {
      return RUNNING;
    }
    if (deciding.contains(TaskState.FAILURE)) {
      return FAILED;
    }
    return deciding.contains(TaskState.CANCELED) ? CANCELED : SUCCEEDED;
  }
}
