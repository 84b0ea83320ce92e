package dev.edgewise.core.decision;

/** How a command may end its task: a hint for which part of the graph to load. */
public enum ExpectedEnd {
  SUCCESS,
  FAILED,
  SKIPPED,
  CANCELLED,
  /** It depends on the state of the task. */
  UNKNOWN,
  /** The command ends no task. */
  NONE
}
