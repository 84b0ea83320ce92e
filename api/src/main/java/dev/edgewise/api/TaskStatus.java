package dev.edgewise.api;

/** The status of a task. */
public enum TaskStatus implements WireName {
  WAITING("Waiting"),
  PENDING("Pending"),
  CLAIMED("Claimed"),
  RUNNING("Running"),
  SUCCESS("Success"),
  FAILURE("Failure"),
  CANCELED("Canceled"),
  SKIPPED("Skipped"),
  PAUSED("Paused"),
  RETRY_PENDING("RetryPending");

  private final String wireName;

  TaskStatus(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
