package dev.edgewise.sdk;

/** A handler says that its attempt has failed. */
public final class TaskFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  private TaskFailure(String reason, boolean retryable) {
    super(reason);
    this.retryable = retryable;
  }

  /** A failure that the task's retry policy may take. */
  public static TaskFailure retryable(String reason) {
    return new TaskFailure(reason, true);
  }

  /** A failure that another attempt would not mend: the task fails whatever its policy says. */
  public static TaskFailure terminal(String reason) {
    return new TaskFailure(reason, false);
  }

  public boolean isRetryable() {
    return retryable;
  }
}
