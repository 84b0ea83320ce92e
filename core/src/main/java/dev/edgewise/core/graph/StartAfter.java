package dev.edgewise.core.graph;

import java.time.Duration;
import java.time.Instant;

/** The time before which a ready task may not be claimed. */
public sealed interface StartAfter {

  /** A fixed time. */
  record At(Instant instant) implements StartAfter {}

  /** A delay counted from the submission. */
  record In(Duration delay) implements StartAfter {}
}
