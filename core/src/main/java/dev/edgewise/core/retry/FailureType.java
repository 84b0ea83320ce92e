package dev.edgewise.core.retry;

import java.util.Locale;

/** The source of a failure. */
public enum FailureType {
  /** No activity for the task's timeout, or an expired lease. */
  TIMEOUT,
  /** The on_start call failed. */
  WEBHOOK_FAILURE,
  /** A report: PATCH, a worker or an event. */
  EXPLICIT;

  /** The spelling in {@code retry_on}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
