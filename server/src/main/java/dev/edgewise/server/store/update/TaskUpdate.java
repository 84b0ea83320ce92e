package dev.edgewise.server.store.update;

import dev.edgewise.core.state.TaskKey;
import org.jspecify.annotations.Nullable;

/**
 * What is to change of one task; null leaves a field as it is.
 *
 * @param metadata JSON text that replaces the old one
 * @param addSuccess added to the counter
 * @param addFailures added to the counter
 */
public record TaskUpdate(
    TaskKey task,
    @Nullable Integer priority,
    @Nullable String metadata,
    @Nullable Long addSuccess,
    @Nullable Long addFailures,
    @Nullable Long expectedCount) {

  /** Whether it changes nothing. */
  public boolean isEmpty() {
    return priority == null
        && metadata == null
        && addSuccess == null
        && addFailures == null
        && expectedCount == null;
  }
}
