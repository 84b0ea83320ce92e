package dev.edgewise.server.webhook;

import org.jspecify.annotations.Nullable;

/** What the body of an accepted on_start call says about the task. */
public sealed interface StartAnswer {

  /** The work has begun; the body names no cancel action. */
  StartAnswer NOTHING = new Started(null);

  /**
   * The work has begun.
   *
   * @param cancelAction the action that cancels the work; null when the body names none
   */
  record Started(@Nullable String cancelAction) implements StartAnswer {}

  /**
   * The work has begun, and the body names a cancel action that is invalid.
   *
   * @param why the violated rules
   */
  record Uncancelable(String why) implements StartAnswer {}

  /**
   * The work is already done.
   *
   * @param result the result in JSON; null without one
   */
  record Succeeded(@Nullable String result) implements StartAnswer {}

  /**
   * The work failed, or its result is invalid.
   *
   * @param error more about the failure, as a JSON object; null without it
   */
  record Failed(String reason, boolean retryable, @Nullable String error) implements StartAnswer {
    public Failed(String reason, boolean retryable) {
      this(reason, retryable, null);
    }
  }
}
