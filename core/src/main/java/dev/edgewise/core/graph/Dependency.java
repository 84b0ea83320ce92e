package dev.edgewise.core.graph;

import dev.edgewise.core.state.Condition;
import java.util.UUID;

/** An incoming edge of a submitted task. */
public sealed interface Dependency {

  /** The condition on the parent's outcome. */
  Condition condition();

  /** An edge from a task of the same submission, by its index in the request. */
  record Local(int index, Condition condition) implements Dependency {}

  /** An edge from a task of an earlier batch. */
  record Foreign(UUID taskId, Condition condition) implements Dependency {}
}
