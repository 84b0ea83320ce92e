package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The webhooks of a task as JSON texts.
 *
 * @param start one action; null for a task that workers claim
 * @param success an array of actions, null when there is none
 * @param failure an array of actions, null when there is none
 * @param cancel an array of actions, null when there is none
 */
public record Actions(
    @Nullable String start,
    @Nullable String success,
    @Nullable String failure,
    @Nullable String cancel) {

  /** A task without webhooks. */
  public static final Actions NONE = new Actions(null, null, null, null);
}
