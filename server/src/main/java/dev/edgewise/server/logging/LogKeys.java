package dev.edgewise.server.logging;

/** The MDC keys that log lines carry as context. */
public final class LogKeys {

  public static final String REQUEST = "request";
  public static final String BATCH = "batch";
  public static final String TASK = "task";

  private LogKeys() {}
}
