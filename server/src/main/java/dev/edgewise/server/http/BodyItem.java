package dev.edgewise.server.http;

import org.jspecify.annotations.Nullable;

/** One element of a list whose elements are accepted or refused one by one. */
public sealed interface BodyItem<T> {

  /** A valid element. */
  record Read<T>(T value) implements BodyItem<T> {}

  /**
   * An invalid element.
   *
   * @param id the id of the element or of its task, as the client gave it; null when there is none
   * @param error what is wrong with it
   */
  record Faulty<T>(@Nullable String id, String error) implements BodyItem<T> {}
}
