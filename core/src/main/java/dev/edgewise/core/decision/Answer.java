package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;

/** The result of a command. A refusal is a value, not an error. */
public sealed interface Answer {

  /** The command changed the task, which now has this state. */
  record Applied(TaskState state, int attempt) implements Answer {}

  /** The task is already in the requested state; nothing changed. */
  record Repeated(TaskState state, int attempt) implements Answer {}

  /** The task's state does not allow the command; nothing changed. */
  record Refused(TaskState state, int attempt, String why) implements Answer {}

  /** The task does not exist. */
  record Unknown() implements Answer {}

  /** Returns the answer for an applied command, with the current state of the task. */
  static Answer applied(Node node) {
    return new Applied(node.state(), node.standing().attempt());
  }
}
