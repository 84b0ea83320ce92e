package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;

/** Thrown for a broken invariant: a completion would satisfy more edges of a task than it has. */
public final class ReadinessOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient TaskKey task;

  public ReadinessOverflowException(TaskKey task) {
    super("readiness overflow: task " + task + " would have more satisfied edges than edges");
    this.task = task;
  }

  /** Returns the task with too many satisfied edges. */
  public TaskKey task() {
    return task;
  }
}
