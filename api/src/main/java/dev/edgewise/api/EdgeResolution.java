package dev.edgewise.api;

/** How the parent of an edge ended. */
public enum EdgeResolution {
  SUCCESS,
  FAILED,
  SKIPPED,
  CANCELLED
}
