package dev.edgewise.core.state;

/** Why a task moved from one state to another. */
public enum Cause {
  SUBMIT("submitted"),
  READY("last edge satisfied"),
  DECIDED("decided inline"),
  UNSATISFIABLE("an edge can no longer be satisfied"),
  CLAIM("claimed"),
  START("on_start answered, or leased by a worker"),
  CLAIM_TIMEOUT("claim too old"),
  PUT_BACK("put back before its worker got it"),
  BEGIN("wait or call begins"),
  SUCCESS("completed"),
  FAILURE("failed"),
  TIMEOUT("no activity"),
  DEADLINE("deadline"),
  RETRY_DUE("retry is due"),
  CANCEL("cancel"),
  STOP("stop batch"),
  DEAD_END("dead end"),
  FAIL_FAST("another item failed"),
  BATCH_OVER("batch is over"),
  PAUSE("pause"),
  RESUME("resume"),
  RERUN("rerun");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  /** Returns the label in the state diagram. */
  public String label() {
    return label;
  }
}
