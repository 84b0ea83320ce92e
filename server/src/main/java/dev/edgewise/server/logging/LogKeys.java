package dev.edgewise.server.logging;

/** The keys under which a thread's log lines say what they are about (in the MDC). */
public final class LogKeys {

  public static final String REQUEST = "request";
  public static final String BATCH = "batch";
  public static final String TASK = "task";

  private LogKeys() {}
}
