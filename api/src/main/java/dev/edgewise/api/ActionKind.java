package dev.edgewise.api;

/** What kind of call an action is. */
public enum ActionKind implements WireName {
  WEBHOOK("Webhook");

  private final String wireName;

  ActionKind(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
