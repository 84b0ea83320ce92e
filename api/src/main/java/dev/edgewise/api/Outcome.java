package dev.edgewise.api;

/** The outcome of a task in a finished event. */
public enum Outcome {
  SUCCESS,
  FAILED,
  CANCELLED
}
