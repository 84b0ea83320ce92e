package dev.edgewise.server.config;

/** The lowest level that is written to the log. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
