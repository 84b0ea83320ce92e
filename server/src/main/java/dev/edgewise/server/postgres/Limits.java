package dev.edgewise.server.postgres;

import java.time.Duration;

/** The bounds of every wait around the embedded server. */
final class Limits {

  /** A new cluster is made within this time. */
  static final Duration INITDB = Duration.ofMinutes(2);

  /** A dying process gives its folder back within this time. */
  static final Duration LOCK = Duration.ofSeconds(2);

  /** What was unpacked is on the disk within this time. */
  static final Duration SYNC = Duration.ofMinutes(2);

  /** The server is ready within this time, crash recovery included. */
  static final Duration START = Duration.ofMinutes(5);

  /** A fast shutdown, which writes a checkpoint, ends within this time. */
  static final Duration FAST_STOP = Duration.ofSeconds(30);

  /** An immediate shutdown ends within this time; what is left then is killed. */
  static final Duration IMMEDIATE_STOP = Duration.ofSeconds(5);

  /** A killed process is gone within this time. */
  static final Duration KILL = Duration.ofSeconds(5);

  /** A small program that only answers a question ends within this time. */
  static final Duration PROBE = Duration.ofSeconds(30);

  /** What a server that ended has printed arrives within this time. */
  static final Duration LAST_WORDS = Duration.ofMillis(200);

  /** Between two looks at processes that are about to end. */
  static final Duration LOOK = Duration.ofMillis(10);

  /** Before a crashed server is started again, growing from the first to the second. */
  static final Duration FIRST_RESTART_DELAY = Duration.ofMillis(50);

  static final Duration MAX_RESTART_DELAY = Duration.ofSeconds(5);

  /** How many ports are tried when others take them between the choice and the start. */
  static final int PORT_TRIES = 5;

  /** How many of the server's last lines are kept to explain a failure. */
  static final int LOG_LINES = 50;

  private Limits() {}
}
