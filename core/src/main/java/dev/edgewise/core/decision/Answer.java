package dev.edgewise.core.decision;

import dev.edgewise.core.readiness.Node;
import dev.edgewise.core.state.TaskState;

/** What became of a command. A refusal is a value, not an error. */
public sealed interface Answer {

  /** It changed the task, which now stands so. */
  record Applied(TaskState state, int attempt) implements Answer {}

  /** The task already is what the command asked for; nothing changed. */
  record Repeated(TaskState state, int attempt) implements Answer {}

  /** The task's state does not allow it; nothing changed. */
  record Refused(TaskState state, int attempt, String why) implements Answer {}

  /** There is no such task. */
  record Unknown() implements Answer {}

  /** Says that a command was applied, with where the task stands now. */
  static Answer applied(Node node) {
    return new Applied(node.state(), node.standing().attempt());
  }
}
