package dev.edgewise.core.state;

/** The failure reasons of tasks that Edgewise ends itself, as shown in {@code failure_reason}. */
public enum Reason {
  TIMEOUT("Timeout"),
  LEASE_EXPIRED("Lease expired"),
  BATCH_STOPPED("Batch stopped"),
  /** In the ledger only: an attempt that a rerun ends before its task goes back to Waiting. */
  RERUN("Rerun"),
  DEAD_END("All child tasks already terminated"),
  UNMET("Dependency condition not met"),
  WAIT_TIMEOUT("Wait timed out"),
  DEADLINE("Deadline exceeded"),
  BATCH_DEADLINE("Batch deadline exceeded"),
  BATCH_RETURNED("Batch returned"),
  FAIL_FAST("Another item failed"),
  GUARD("Guard is false");

  /** The prefix of the failure reason when the on_start call failed. */
  public static final String START_FAILED = "on_start webhook failed: ";

  /** The prefix of the reason of tasks that are canceled because a task of their batch failed. */
  public static final String BATCH_FAILED = "Batch failed: ";

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** Returns the failure reason. */
  public String text() {
    return text;
  }
}
