package dev.edgewise.server.http;

import org.jspecify.annotations.Nullable;

/** One element of a body in which a bad element spoils no other. */
public sealed interface BodyItem<T> {

  /** An element that is what it should be. */
  record Read<T>(T value) implements BodyItem<T> {}

  /**
   * An element that is not.
   *
   * @param id what names it, or the task that it is about, as it was given; null when there is none
   * @param error what is wrong with it
   */
  record Faulty<T>(@Nullable String id, String error) implements BodyItem<T> {}
}
