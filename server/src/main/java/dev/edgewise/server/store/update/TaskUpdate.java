package dev.edgewise.server.store.update;

import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import org.jspecify.annotations.Nullable;

/**
 * What is to change of one task; null leaves a field as it is.
 *
 * @param token the attempt that has to be under way for the change to apply; null for any
 * @param metadata JSON text that replaces the old one
 * @param addSuccess added to the counter
 * @param addFailures added to the counter
 * @param actor the person or key that makes the change, for the audit trail; null for an executor
 */
public record TaskUpdate(
    TaskKey task,
    @Nullable Token token,
    @Nullable Integer priority,
    @Nullable String metadata,
    @Nullable Long addSuccess,
    @Nullable Long addFailures,
    @Nullable Long expectedCount,
    @Nullable String actor) {

  /** Additions to a task's counters, whatever its attempt. */
  public static TaskUpdate addition(TaskKey task, long success, long failures) {
    return new TaskUpdate(task, null, null, null, success, failures, null, null);
  }

  /** The same change, for one attempt only. */
  public TaskUpdate fencedTo(@Nullable Token attempt) {
    return new TaskUpdate(
        task, attempt, priority, metadata, addSuccess, addFailures, expectedCount, actor);
  }

  /** Whether it changes nothing. */
  public boolean isEmpty() {
    return priority == null
        && metadata == null
        && addSuccess == null
        && addFailures == null
        && expectedCount == null;
  }
}
