package dev.edgewise.api;

/** What a rule bounds. */
public enum RuleType implements WireName {
  /** The number of matching tasks that are Claimed or Running. */
  CONCURRENCY("Concurrency"),
  /** Their remaining work. */
  CAPACITY("Capacity");

  private final String wireName;

  RuleType(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
