package dev.edgewise.core.model;

import dev.edgewise.core.state.TaskState;
import org.jspecify.annotations.Nullable;

/** How a command was received. */
public sealed interface Verdict {

  /** It changed something. */
  record Applied() implements Verdict {}

  /** What it asks for is the case already; nothing changed. */
  record Repeated() implements Verdict {}

  /**
   * It does not fit; nothing changed.
   *
   * @param current the task's state, null when the command was about the batch
   */
  record Refused(@Nullable TaskState current) implements Verdict {}
}
