package dev.edgewise.server.store.update;

import dev.edgewise.core.state.TaskKey;
import org.jspecify.annotations.Nullable;

/**
 * What an executor says about its attempt besides the outcome.
 *
 * @param progress from 0 to 1; null leaves it as it is, like the message
 * @param error the error with which the attempt ended, as a JSON object; null without one
 */
public record Report(@Nullable Double progress, @Nullable String message, @Nullable String error) {

  /** Whether it says nothing. */
  public boolean isEmpty() {
    return progress == null && message == null && error == null;
  }

  /** A report of an error alone; null without one. */
  public static @Nullable Report ofError(@Nullable String error) {
    return error == null ? null : new Report(null, null, error);
  }

  /** A report of progress alone; null if there is nothing to say. */
  public static @Nullable Report ofProgress(@Nullable Double progress, @Nullable String message) {
    return progress == null && message == null ? null : new Report(progress, message, null);
  }

  /**
   * A report and the attempt that it is about.
   *
   * @param attempt null for the current one
   */
  public record About(TaskKey task, @Nullable Integer attempt, Report report) {}
}
