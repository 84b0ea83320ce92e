package dev.edgewise.oracle.model;

import dev.edgewise.core.state.TaskState;
import org.jspecify.annotations.Nullable;

/** How a stimulus was received. */
public sealed interface Verdict {

  /** It changed something. */
  record Applied() implements Verdict {}

  /** What it asks for is the case already; nothing changed. */
  record Repeated() implements Verdict {}

  /**
   * It does not fit; nothing changed.
   *
   * @param current the task's state, null when the stimulus was about the batch
   */
  record Refused(@Nullable TaskState current) implements Verdict {}
}
