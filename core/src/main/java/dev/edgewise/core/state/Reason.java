package dev.edgewise.core.state;

/** Why Edgewise itself ended a task, in the words that {@code failure_reason} shows. */
public enum Reason {
  TIMEOUT("Timeout"),
  LEASE_EXPIRED("Lease expired"),
  BATCH_STOPPED("Batch stopped"),
  DEAD_END("All child tasks already terminated"),
  UNMET("Dependency condition not met"),
  GUARD("Guard is false");

  /** Precedes the cause when the on_start call of a task failed. */
  public static final String START_FAILED = "on_start webhook failed: ";

  private final String text;

  Reason(String text) {
    this.text = text;
  }

  /** The failure reason that users see. */
  public String text() {
    return text;
  }
}
