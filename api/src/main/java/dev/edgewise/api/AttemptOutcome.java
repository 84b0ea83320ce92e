package dev.edgewise.api;

/** How an attempt ended. */
public enum AttemptOutcome implements WireName {
  SUCCESS("Success"),
  FAILURE("Failure"),
  /** Its timeout, its lease or its wait ran out. */
  TIMEOUT("Timeout"),
  CANCELED("Canceled");

  private final String wireName;

  AttemptOutcome(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
