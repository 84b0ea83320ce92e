package dev.edgewise.api;

/** How an event says a task has finished. */
public enum Outcome {
  SUCCESS,
  FAILED,
  CANCELLED
}
