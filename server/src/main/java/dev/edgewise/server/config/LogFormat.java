package dev.edgewise.server.config;

/** How log lines are written. */
public enum LogFormat {
  /** One line for people. */
  HUMAN,
  /** One JSON object a line, for machines. */
  JSON
}
