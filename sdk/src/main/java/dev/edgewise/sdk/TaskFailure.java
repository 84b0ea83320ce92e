package dev.edgewise.sdk;

/** Thrown by a handler to fail its attempt. */
public final class TaskFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean retryable;

  private TaskFailure(String reason, boolean retryable) {
    super(reason);
    this.retryable = retryable;
  }

  /** A failure to which the task's retry policy applies. */
  public static TaskFailure retryable(String reason) {
    return new TaskFailure(reason, true);
  }

  /** A failure that is not retried, even if the retry policy allows it. */
  public static TaskFailure terminal(String reason) {
    return new TaskFailure(reason, false);
  }

  public boolean isRetryable() {
    return retryable;
  }
}
