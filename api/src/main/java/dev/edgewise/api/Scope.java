package dev.edgewise.api;

/** What a key may do. No scope includes another one, except that ADMIN includes all. */
public enum Scope implements WireName {
  /** Read batches, tasks, workflows and schedules. */
  READ("read"),
  /** Submit batches, store and run workflows, add tasks, send signals. */
  SUBMIT("submit"),
  /**
   * Cancel, pause, rerun, change rules, priority and metadata, decide approvals, keep schedules.
   */
  OPERATE("operate"),
  /** Claim tasks, report their progress and their ends. */
  WORK("work"),
  /** Manage keys, workspaces and secrets, read the audit trail, act in every workspace. */
  ADMIN("admin");

  private final String wireName;

  Scope(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
