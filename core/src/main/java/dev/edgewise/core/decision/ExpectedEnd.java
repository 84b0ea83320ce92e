package dev.edgewise.core.decision;

/** How a command may end its task: a hint for how much of the graph has to be loaded. */
public enum ExpectedEnd {
  SUCCESS,
  FAILED,
  SKIPPED,
  CANCELLED,
  /** Only the task itself can tell. */
  UNKNOWN,
  /** The command ends no task. */
  NONE
}
