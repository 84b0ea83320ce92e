package dev.edgewise.server.http;

import org.jspecify.annotations.Nullable;

/** One element of a body in which a bad element spoils no other. */
public sealed interface BodyItem<T> {

  /** An element that is what it should be. */
  record Read<T>(T value) implements BodyItem<T> {}

  /**
   * An element that is not.
   *
   * @param taskId the task that it names, as it was given; null when it names none
   * @param error what is wrong with it
   */
  record Faulty<T>(@Nullable String taskId, String error) implements BodyItem<T> {}
}
