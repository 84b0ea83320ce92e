package dev.edgewise.core.state;

/** The words that {@code failure_reason} uses for what Edgewise itself decided. */
public final class Reasons {
  public static final String TIMEOUT = "Timeout";
  public static final String LEASE_EXPIRED = "Lease expired";
  public static final String BATCH_STOPPED = "Batch stopped";
  public static final String DEAD_END = "All child tasks already terminated";
  public static final String UNMET = "Dependency condition not met";
  public static final String GUARD = "Guard is false";
  public static final String START_FAILED = "on_start webhook failed: ";

  private Reasons() {}
}
