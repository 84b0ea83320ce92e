package dev.edgewise.api;

/** What a rule limits. */
public enum RuleType implements WireName {
  /** The number of matching tasks that are Claimed or Running. */
  CONCURRENCY("Concurrency"),
  /** The remaining work of the matching tasks. */
  CAPACITY("Capacity"),
  /** How many tasks with the rule start in a time. */
  RATE("Rate");

  private final String wireName;

  RuleType(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
