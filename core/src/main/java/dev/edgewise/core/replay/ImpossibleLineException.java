package dev.edgewise.core.replay;

/** Thrown when a ledger entry cannot follow from the entries before it. */
public final class ImpossibleLineException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final int no;

  ImpossibleLineException(int no, String message) {
    super(message);
    this.no = no;
  }

  /** Returns the number of the task. */
  public int no() {
    return no;
  }
}
