package dev.edgewise.server.webhook;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether one host is worth calling. After many calls in a row that found it sick nobody calls it
 * for a while; then a single call tries, and decides between all clear and a longer while.
 */
public final class Circuit {

  static final int FAILURES_TO_OPEN = 20;
  private static final Duration FIRST_WHILE = Duration.ofSeconds(1);
  private static final Duration LONGEST_WHILE = Duration.ofSeconds(30);

  private int failures;
  private Duration period = FIRST_WHILE;
  private @Nullable Instant openUntil;
  private boolean trying;

  /** Where a circuit stands. */
  public enum State {
    /** Calls pass. */
    CLOSED,
    /** One call tries. */
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

  /** When the next call may try; null when calls pass, or one is trying. */
  @Nullable Instant nextTry() {
    return trying ? null : openUntil;
  }

  /** How many of the calls that there is room for may pass now. */
  int admits(int room, Instant now) {
    return switch (state(now)) {
      case CLOSED -> room;
      case HALF_OPEN -> trying ? 0 : Math.min(1, room);
      case OPEN -> 0;
    };
  }

  /** A call passes. */
  void pass(Instant now) {
    if (state(now) == State.HALF_OPEN) {
      trying = true;
    }
  }

  /** A call came back. */
  void learn(HostHealth health, Instant now) {
    switch (health) {
      case WELL -> {
        failures = 0;
        period = FIRST_WHILE;
        openUntil = null;
        trying = false;
      }
      case SICK -> fail(now);
      case UNKNOWN -> trying = false;
    }
  }

  private void fail(Instant now) {
    failures++;
    if (trying) {
      Duration longer = period.multipliedBy(2);
      period = longer.compareTo(LONGEST_WHILE) < 0 ? longer : LONGEST_WHILE;
      openUntil = now.plus(period);
      trying = false;
    } else if (openUntil == null && failures >= FAILURES_TO_OPEN) {
      openUntil = now.plus(period);
    }
  }

  /** Whether there is nothing to remember. */
  boolean pristine() {
    return failures == 0 && openUntil == null;
  }
}
