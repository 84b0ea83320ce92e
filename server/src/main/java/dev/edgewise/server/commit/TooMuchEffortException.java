package dev.edgewise.server.commit;

/** The expressions of a transaction take more work than brief effort allows. */
public final class TooMuchEffortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int command;

  public TooMuchEffortException() {
    this(0);
  }

  private TooMuchEffortException(int command) {
    super("the expressions need more than brief effort", null, false, false);
    this.command = command;
  }

  /** The same, with the place of the command in its group that it came from. */
  TooMuchEffortException during(int place) {
    return new TooMuchEffortException(place);
  }

  int command() {
    return command;
  }
}
