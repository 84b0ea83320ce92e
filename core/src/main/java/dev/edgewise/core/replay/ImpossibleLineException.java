package dev.edgewise.core.replay;

/** The ledger says of a task what cannot follow from what it said before. */
public final class ImpossibleLineException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  private final int no;

  ImpossibleLineException(int no, String message) {
    super(message);
    this.no = no;
  }

  /** The number of the task. */
  public int no() {
    return no;
  }
}
