package dev.edgewise.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.config.Limits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FailureLimitTest {
  private static final Result.Invalid WRONG = new Result.Invalid(FailureReason.KEY, "wrong");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private long nanos = Long.MAX_VALUE - 5;
  private final FailureLimit limit = new FailureLimit(meters, () -> nanos);

  private double counted(FailureReason reason) {
    return meters.get("edgewise.auth.failures").tag("reason", reason.label()).counter().count();
  }

  private void exhaust(String address) {
    for (int i = 0; i < Limits.AUTH_FAILURES_BURST; i++) {
      assertThat(limit.isExhausted(address)).isFalse();
      assertThat(limit.refuse(address, WRONG)).isEqualTo(WRONG);
    }
    assertThat(limit.isExhausted(address)).isTrue();
  }

  @Test
  void anAddressThatFailsTooOftenIsThrottledAndOthersAreNot() {
    exhaust("10.0.0.1");
    assertThat(limit.refuse("10.0.0.1", WRONG))
        .isEqualTo(new Result.Throttled(Limits.AUTH_FAILURE_SECS));
    assertThat(limit.refuse("10.0.0.2", WRONG)).isEqualTo(WRONG);
    assertThat(counted(FailureReason.KEY)).isEqualTo(Limits.AUTH_FAILURES_BURST + 1);
    assertThat(counted(FailureReason.THROTTLED)).isEqualTo(1);
  }

  @Test
  void oneMoreFailureIsAnsweredAfterTheTimeThatWasNamed() {
    exhaust("10.0.0.1");
    var throttled = new Result.Throttled(Limits.AUTH_FAILURE_SECS);
    nanos += TimeUnit.SECONDS.toNanos(Limits.AUTH_FAILURE_SECS) / 2;
    assertThat(limit.refuse("10.0.0.1", WRONG)).isEqualTo(throttled);
    nanos += TimeUnit.SECONDS.toNanos(Limits.AUTH_FAILURE_SECS) / 2;
    assertThat(limit.refuse("10.0.0.1", WRONG)).isEqualTo(WRONG);
    assertThat(limit.refuse("10.0.0.1", WRONG)).isEqualTo(throttled);
  }

  @Test
  void addressesBeyondTheLimitAreCountedTogether() {
    for (int i = 0; i < Limits.AUTH_FAILURE_ADDRESSES_MAX; i++) {
      limit.refuse("address-" + i, WRONG);
    }
    for (int i = 0; i < Limits.AUTH_FAILURES_BURST; i++) {
      assertThat(limit.refuse("other-" + i, WRONG)).isEqualTo(WRONG);
    }
    assertThat(limit.refuse("another", WRONG)).isInstanceOf(Result.Throttled.class);
    nanos += TimeUnit.SECONDS.toNanos(Limits.AUTH_FAILURE_SECS);
    assertThat(limit.refuse("another", WRONG)).as("the first have made room").isEqualTo(WRONG);
  }
}
