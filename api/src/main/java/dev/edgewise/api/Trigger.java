package dev.edgewise.api;

/** The moment in a task's life at which an action is called. */
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
