package dev.edgewise.server.config;

/** The least important log lines that are still written. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE
}
