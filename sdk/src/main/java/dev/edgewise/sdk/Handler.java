package dev.edgewise.sdk;

import org.jspecify.annotations.Nullable;

/** Does the work of a task. */
@FunctionalInterface
public interface Handler {

  /**
   * Does the work of one attempt.
   *
   * @return the result: anything that has a form in JSON, or null for none
   * @throws TaskFailure to say why it failed and whether it may be tried again
   * @throws Exception any other one fails the attempt too, and the retry policy decides
   */
  @Nullable Object handle(TaskContext context) throws Exception;
}
