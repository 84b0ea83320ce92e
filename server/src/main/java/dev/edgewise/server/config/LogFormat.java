package dev.edgewise.server.config;

/** How log lines are written. */
public enum LogFormat {
  /** A line of plain text for each entry. */
  HUMAN,
  /** A line with a JSON object for each entry. */
  JSON
}
