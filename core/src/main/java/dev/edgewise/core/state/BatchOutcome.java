package dev.edgewise.core.state;

import java.util.Collection;

/** The state of a batch. */
public enum BatchOutcome {
  /** A task is not terminal. */
  RUNNING,
  /** All tasks ended and none failed or was canceled, except items whose errors were collected. */
  SUCCEEDED,
  /** All tasks ended and at least one failed. */
  FAILED,
  /** All tasks ended, none failed, and at least one was canceled. */
  CANCELED;

  /**
   * Returns the state of a batch.
   *
   * @param states the states of all tasks
   * @param deciding the states of the tasks that are not items of a collecting spread
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
