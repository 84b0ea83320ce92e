package dev.edgewise.sdk;

import org.jspecify.annotations.Nullable;

/** Executes the tasks of a kind. */
@FunctionalInterface
public interface Handler {

  /**
   * Executes one attempt of a task.
   *
   * @return the result, a value that can be written as JSON; null for none
   * @throws TaskFailure to fail the attempt with a reason, and to say whether it may be retried
   * @throws Exception any other exception fails the attempt, and the retry policy applies
   */
  @Nullable Object handle(TaskContext context) throws Exception;
}
