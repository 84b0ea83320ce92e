package dev.edgewise.server.webhook;

import org.jspecify.annotations.Nullable;

/** What the body of an accepted on_start call tells. */
public sealed interface StartAnswer {

  /** The work has begun, and that is all. */
  StartAnswer NOTHING = new Started(null);

  /**
   * The work has begun.
   *
   * @param cancelAction the action that would stop it; null when the answer named none
   */
  record Started(@Nullable String cancelAction) implements StartAnswer {}

  /**
   * The work has begun, and the answer names an action that would stop it but may not be called.
   *
   * @param why the broken rules
   */
  record Uncancelable(String why) implements StartAnswer {}

  /**
   * The work is already done.
   *
   * @param result in JSON; null when there is none
   */
  record Succeeded(@Nullable String result) implements StartAnswer {}

  /** The work was tried and failed, or its result cannot be kept. */
  record Failed(String reason, boolean retryable) implements StartAnswer {}
}
