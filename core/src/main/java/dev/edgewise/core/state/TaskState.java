package dev.edgewise.core.state;

import java.util.Locale;

/** The state of a task. Each constant says what it means and what moves a task out of it. */
public enum TaskState {
  /** An edge is open; the transaction that ends the last parent moves the task on. */
  WAITING("Waiting", false),
  /** Ready; the dispatcher or a worker claims it. */
  PENDING("Pending", false),
  /**
   * Claimed by a dispatcher that makes the on_start call; the reply or the claim timeout moves the
   * task on.
   */
  CLAIMED("Claimed", false),
  /** Running in an executor; a completion or the inactivity timeout moves the task on. */
  RUNNING("Running", false),
  /** Succeeded. Terminal. */
  SUCCESS("Success", true),
  /** Failed without a retry left. Terminal. */
  FAILURE("Failure", true),
  /** Canceled by an operator, an executor, a stop or a dead end. Terminal. */
  CANCELED("Canceled", true),
  /** Never runs: an edge became unsatisfiable or the guard was false. Terminal. */
  SKIPPED("Skipped", true),
  /** Paused by an operator; resume restores the previous state. */
  PAUSED("Paused", false),
  /** Failed and waiting for the next attempt; the timekeeper makes the task ready. */
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

  /** Whether only a rerun leaves this state. */
  public boolean terminal() {
    return terminal;
  }

  /** Whether an executor holds the task. */
  public boolean held() {
    return this == CLAIMED || this == RUNNING;
  }
}
