package dev.edgewise.core.state;

import java.util.Locale;

/** Where a task stands. Each constant says what it means and who moves a task out of it. */
public enum TaskState {
  /** Some edge is still open; the completing transaction of the last parent moves it on. */
  WAITING("Waiting", false),
  /** Ready; the dispatcher or a worker claims it. */
  PENDING("Pending", false),
  /**
   * Taken by one dispatcher, whose call is under way; its answer, or the claim timeout, moves it
   * on.
   */
  CLAIMED("Claimed", false),
  /** Executing elsewhere; a completion or its inactivity timeout moves it on. */
  RUNNING("Running", false),
  /** Ended well. Terminal. */
  SUCCESS("Success", true),
  /** Ended badly with no retry left. Terminal. */
  FAILURE("Failure", true),
  /** Ended by a decision: cancel, stop or dead end. Terminal. */
  CANCELED("Canceled", true),
  /** Will never run: an edge became unsatisfiable or its guard was false. Terminal. */
  SKIPPED("Skipped", true),
  /** Held by an operator; resume restores what it was. */
  PAUSED("Paused", false),
  /** Failed and waiting for its next attempt; the timekeeper re-arms it. */
  RETRY_PENDING("RetryPending", false);

  private final String wireName;
  private final String columnName = name().toLowerCase(Locale.ROOT);
  private final boolean terminal;

  TaskState(String wireName, boolean terminal) {
    this.wireName = wireName;
    this.terminal = terminal;
  }

  /** The spelling in JSON. */
  public String wireName() {
    return wireName;
  }

  /** The spelling in the database and in status counts. */
  public String columnName() {
    return columnName;
  }

  /** Whether nothing but a rerun leaves this state. */
  public boolean terminal() {
    return terminal;
  }

  /** Whether some executor holds the task right now. */
  public boolean held() {
    return this == CLAIMED || this == RUNNING;
  }
}
