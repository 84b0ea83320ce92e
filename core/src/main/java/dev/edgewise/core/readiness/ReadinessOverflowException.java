package dev.edgewise.core.readiness;

import dev.edgewise.core.state.TaskKey;

/** A broken invariant: a completion would satisfy more edges of a task than it has. */
public final class ReadinessOverflowException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient TaskKey task;

  public ReadinessOverflowException(TaskKey task) {
    super("readiness overflow: task " + task + " would have more satisfied edges than edges");
    this.task = task;
  }

  /** The task that would have too many. */
  public TaskKey task() {
    return task;
  }
}
