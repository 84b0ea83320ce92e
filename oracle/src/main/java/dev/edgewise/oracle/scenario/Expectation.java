package dev.edgewise.oracle.scenario;

import dev.edgewise.core.state.BatchOutcome;
import dev.edgewise.core.state.Resolution;
import dev.edgewise.core.state.TaskState;
import dev.edgewise.oracle.model.Observation.EdgeName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that a line of a scenario says must be so. Null parts are not looked at. */
sealed interface Expectation {

  /** The line moved the task to this state. */
  record Becomes(String task, TaskState state, @Nullable String reason) implements Expectation {}

  /** No task changed its state, and the last stimulus was received so. */
  record NoChange(@Nullable Reception reception) implements Expectation {}

  /** The task waits that long for its next attempt. */
  record RetryIn(String task, Duration delay) implements Expectation {}

  /** The batch stands so. */
  record Outcome(BatchOutcome outcome) implements Expectation {}

  /** The task stands so, whether or not this line moved it. */
  record Stands(
      String task,
      TaskState state,
      @Nullable Integer attempt,
      @Nullable String edges,
      @Nullable String reason)
      implements Expectation {}

  /** The task returned this JSON text. */
  record Returned(String task, String result) implements Expectation {}

  /** The batch returned this JSON text. */
  record Output(String output) implements Expectation {}

  /** So many workflows were started for the task. */
  record Children(String task, int count) implements Expectation {}

  /** The edge has such a fact. */
  record Resolved(EdgeName edge, Resolution resolution, boolean satisfied) implements Expectation {}

  /** The edge has no fact. */
  record Open(EdgeName edge) implements Expectation {}

  /** How a stimulus was received. */
  enum Reception {
    APPLIED,
    REPEATED,
    REFUSED
  }
}
