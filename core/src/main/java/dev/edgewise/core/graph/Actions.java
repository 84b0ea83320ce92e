package dev.edgewise.core.graph;

import org.jspecify.annotations.Nullable;

/**
 * The webhooks of a task as JSON texts.
 *
 * @param start one action; null means that a worker takes the task
 * @param success an array of actions, null when there is none
 * @param failure an array of actions, null when there is none
 * @param cancel an array of actions, null when there is none
 */
public record Actions(
    @Nullable String start,
    @Nullable String success,
    @Nullable String failure,
    @Nullable String cancel) {

  /** A task that calls nobody. */
  public static final Actions NONE = new Actions(null, null, null, null);
}
