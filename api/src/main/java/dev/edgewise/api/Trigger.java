package dev.edgewise.api;

/** The event of a task that causes an action. */
public enum Trigger implements WireName {
  START("Start"),
  SUCCESS("Success"),
  FAILURE("Failure"),
  CANCEL("Cancel");

  private final String wireName;

  Trigger(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
