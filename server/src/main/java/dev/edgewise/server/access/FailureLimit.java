package dev.edgewise.server.access;

import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.config.Limits;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts failed authentications and limits those of each client address.
 *
 * <p>Each failure takes {@link Limits#AUTH_FAILURE_SECS} of an address's time, of which it may use
 * {@link Limits#AUTH_FAILURES_BURST} times as much in advance. Valid credentials are admitted
 * whatever else came from the same address, because many clients may share that of a proxy.
 */
public final class FailureLimit {
  private static final long FAILURE_NANOS = TimeUnit.SECONDS.toNanos(Limits.AUTH_FAILURE_SECS);
  private static final long ADVANCE_NANOS = Limits.AUTH_FAILURES_BURST * FAILURE_NANOS;

  /** Stands for all further addresses when too many are counted. */
  private static final String OTHERS = "others";

  private final LongSupplier nanoTime;
  private final Map<FailureReason, Counter> counters = new EnumMap<>(FailureReason.class);

  /** When the time of an address will be its own again. */
  private final Map<String, Long> busyUntil = new ConcurrentHashMap<>();

  public FailureLimit(MeterRegistry meters, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    for (FailureReason reason : FailureReason.values()) {
      counters.put(
          reason,
          Counter.builder("edgewise.auth.failures")
              .description("Requests whose credentials were missing or not valid")
              .tag("reason", reason.label())
              .register(meters));
    }
  }

  /** Counts a request without credentials. */
  Result missing() {
    count(FailureReason.MISSING);
    return new Result.Missing();
  }

  /** Counts a failure and returns how to answer it. */
  Result refuse(String address, Result.Invalid failure) {
    long now = nanoTime.getAsLong();
    if (excess(address, now) > 0) {
      return throttle(address);
    }
    count(failure.reason());
    busyUntil.merge(
        counted(address, now),
        now + FAILURE_NANOS,
        (until, _) -> later(until, now) + FAILURE_NANOS);
    return failure;
  }

  /** Whether the next failure of an address would not be answered. */
  boolean isExhausted(String address) {
    return excess(address, nanoTime.getAsLong()) > 0;
  }

  /** Counts a request that is not looked at because too many others failed. */
  Result throttle(String address) {
    count(FailureReason.THROTTLED);
    long nanos = Math.max(0, excess(address, nanoTime.getAsLong()));
    return new Result.Throttled(
        (int) Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos + TimeUnit.SECONDS.toNanos(1) - 1)));
  }

  /** How long it takes until one more failure is answered; not above zero when it is now. */
  private long excess(String address, long now) {
    Long until = busyUntil.get(address);
    Long shared = until == null ? busyUntil.get(OTHERS) : until;
    return shared == null ? 0 : later(shared, now) + FAILURE_NANOS - ADVANCE_NANOS - now;
  }

  private static long later(long until, long now) {
    return until - now > 0 ? until : now;
  }

  /** The address under which a failure is counted. */
  private String counted(String address, long now) {
    if (busyUntil.size() >= Limits.AUTH_FAILURE_ADDRESSES_MAX && !busyUntil.containsKey(address)) {
      busyUntil.values().removeIf(until -> until - now <= 0);
      return busyUntil.size() < Limits.AUTH_FAILURE_ADDRESSES_MAX ? address : OTHERS;
    }
    return address;
  }

  private void count(FailureReason reason) {
    Counter counter = counters.get(reason);
    if (counter != null) {
      counter.increment();
    }
  }
}
