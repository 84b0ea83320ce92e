package dev.edgewise.core.retry;

import java.util.Locale;

/** Which of the three entrances a failure came through. */
public enum FailureType {
  /** No activity for the task's timeout, or a lease that ran out. */
  TIMEOUT,
  /** The on_start call failed. */
  WEBHOOK_FAILURE,
  /** Somebody reported the failure: PATCH, a worker or an event. */
  EXPLICIT;

  /** The spelling in {@code retry_on}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
