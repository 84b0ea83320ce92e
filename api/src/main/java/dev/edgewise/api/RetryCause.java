package dev.edgewise.api;

import java.util.Locale;

/** The kinds of failure a retry policy may be limited to. */
public enum RetryCause implements WireName {
  /** No activity for the task's timeout, or a lease that ran out. */
  TIMEOUT,
  /** The on_start call failed. */
  WEBHOOK_FAILURE,
  /** The failure was reported by PATCH, a worker or an event. */
  EXPLICIT;

  @Override
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
