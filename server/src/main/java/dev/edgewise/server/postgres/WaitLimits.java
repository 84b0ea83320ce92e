package dev.edgewise.server.postgres;

import java.time.Duration;

/** The limits of all waits for the embedded server. */
final class WaitLimits {

  /** For initdb. */
  static final Duration INITDB = Duration.ofMinutes(2);

  /** For the lock of a killed process to be released. */
  static final Duration LOCK = Duration.ofSeconds(2);

  /** For flushing the unpacked programs. */
  static final Duration SYNC = Duration.ofMinutes(2);

  /** For the server to be ready, with crash recovery. */
  static final Duration START = Duration.ofMinutes(5);

  /** For a fast shutdown, which writes a checkpoint. */
  static final Duration FAST_STOP = Duration.ofSeconds(30);

  /** For an immediate shutdown; the rest is killed. */
  static final Duration IMMEDIATE_STOP = Duration.ofSeconds(5);

  /** For a killed process to disappear. */
  static final Duration KILL = Duration.ofSeconds(5);

  /** For a small program that checks something. */
  static final Duration PROBE = Duration.ofSeconds(30);

  /** For the remaining output of a server that ended. */
  static final Duration LAST_OUTPUT = Duration.ofMillis(200);

  /** Between two checks of processes that are about to end. */
  static final Duration POLL = Duration.ofMillis(10);

  /** Before a crashed server is restarted; doubles from the first to the maximum. */
  static final Duration FIRST_RESTART_DELAY = Duration.ofMillis(50);

  static final Duration MAX_RESTART_DELAY = Duration.ofSeconds(5);

  /** How many ports are tried if other processes take them before the start. */
  static final int PORT_TRIES = 5;

  /** How many of the last log lines are kept to explain a failure. */
  static final int LOG_LINES = 50;

  private WaitLimits() {}
}
