package dev.edgewise.core.model;

import dev.edgewise.core.state.TaskState;
import java.util.Collection;

/** How a batch stands as a whole. */
public enum BatchOutcome {
  /** Some task is not terminal. */
  RUNNING,
  /** All is over and no task failed or was canceled. */
  SUCCEEDED,
  /** All is over and some task failed. */
  FAILED,
  /** All is over, none failed and some task was canceled. */
  CANCELED;

  /** The outcome of a batch whose tasks stand so. */
  public static BatchOutcome of(Collection<TaskState> states) {
    if (states.stream().anyMatch(state -> !state.terminal())) {
      return RUNNING;
    }
    if (states.contains(TaskState.FAILURE)) {
      return FAILED;
    }
    return states.contains(TaskState.CANCELED) ? CANCELED : SUCCEEDED;
  }
}
