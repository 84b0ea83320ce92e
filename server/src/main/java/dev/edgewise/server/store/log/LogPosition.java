package dev.edgewise.server.store.log;

/**
 * A place in the log of a task, behind a line.
 *
 * @param line counts from 0 in the attempt; -1 is the place before the first one
 */
public record LogPosition(int attempt, int line) {
  public static final LogPosition START = new LogPosition(0, -1);

  /** The place before the first line of an attempt. */
  public static LogPosition before(int attempt) {
    return new LogPosition(attempt, -1);
  }
}
