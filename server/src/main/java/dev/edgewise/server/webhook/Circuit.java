package dev.edgewise.server.webhook;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The circuit breaker of one host. It opens after {@link #FAILURES_TO_OPEN} consecutive failures
 * that {@link HostHealth} blames on the host. When the open period ends, one trial call passes: its
 * success closes the circuit, its failure doubles the period.
 */
public final class Circuit {

  static final int FAILURES_TO_OPEN = 20;
  private static final Duration FIRST_PERIOD = Duration.ofSeconds(1);
  private static final Duration LONGEST_PERIOD = Duration.ofSeconds(30);

  /** How long a circuit is kept after the last failure, so that dead hosts do not add up. */
  static final Duration KEPT = Duration.ofMinutes(10);

  private int failures;

  /** Null while there are no failures. */
  private @Nullable Instant lastFailure;

  private Duration period = FIRST_PERIOD;
  private @Nullable Instant openUntil;
  private boolean trying;

  /** The states of a circuit. */
  public enum State {
    /** Calls pass. */
    CLOSED,
    /** One trial call passes. */
    HALF_OPEN,
    /** No call passes. */
    OPEN
  }

  State state(Instant now) {
    if (openUntil == null) {
      return State.CLOSED;
    }
    return now.isBefore(openUntil) ? State.OPEN : State.HALF_OPEN;
  }

  /**
   * Returns when the next trial call may pass; null while the circuit is closed or a trial call is
   * open.
   */
  @Nullable Instant nextTry() {
    return trying ? null : openUntil;
  }

  /** Returns how many of {@code room} calls may pass now. */
  int admits(int room, Instant now) {
    return switch (state(now)) {
      case CLOSED -> room;
      case HALF_OPEN -> trying ? 0 : Math.min(1, room);
      case OPEN -> 0;
    };
  }

  /** Notes that a call passes. */
  void pass(Instant now) {
    if (state(now) == State.HALF_OPEN) {
      trying = true;
    }
  }

  /** Notes what a finished call showed about the host. */
  void learn(HostHealth health, Instant now) {
    switch (health) {
      case WELL -> {
        failures = 0;
        lastFailure = null;
        period = FIRST_PERIOD;
        openUntil = null;
        trying = false;
      }
      case SICK -> fail(now);
      case UNKNOWN -> trying = false;
    }
  }

  private void fail(Instant now) {
    failures++;
    lastFailure = now;
    if (trying) {
      Duration longer = period.multipliedBy(2);
      period = longer.compareTo(LONGEST_PERIOD) < 0 ? longer : LONGEST_PERIOD;
      openUntil = now.plus(period);
      trying = false;
    } else if (openUntil == null && failures >= FAILURES_TO_OPEN) {
      openUntil = now.plus(period);
    }
  }

  /** Whether the circuit may be forgotten: it has no failures, or only old ones. */
  boolean forgettable(Instant now) {
    return lastFailure == null || !now.isBefore(lastFailure.plus(KEPT));
  }
}
