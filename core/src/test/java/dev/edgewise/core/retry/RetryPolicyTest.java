package dev.edgewise.core.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which failures are retried, and after which delay. */
class RetryPolicyTest {

  @Test
  void theDelayGrowsUpToItsBound() {
    RetryPolicy policy = new RetryPolicy(5, 10, 2.0, 120, null, 0);
    assertThat(IntStream.range(0, 5).mapToObj(spent -> policy.delay(spent, 0.5)))
        .extracting(Duration::toSeconds)
        .containsExactly(10L, 20L, 40L, 80L, 120L);
  }

  @Test
  void aDelayThatWouldOverflowIsTheLongestDelay() {
    RetryPolicy huge = new RetryPolicy(10, 3600, Double.MAX_VALUE, 3600, null, 0);
    assertThat(huge.delay(10, 0)).isEqualTo(Duration.ofHours(1));
    RetryPolicy endless = new RetryPolicy(10, 1, Double.POSITIVE_INFINITY, 300, null, 0);
    assertThat(endless.delay(3, 0)).isEqualTo(Duration.ofMinutes(5));
    RetryPolicy undefined = new RetryPolicy(10, 1, Double.NaN, 300, null, 0);
    assertThat(undefined.delay(3, 0)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void jitterOnlyShortensTheDelay() {
    RetryPolicy policy = new RetryPolicy(5, 10, 2.0, 120, null, 0.5);
    assertThat(policy.delay(1, 0)).isEqualTo(Duration.ofSeconds(20));
    assertThat(policy.delay(1, 0.5)).isEqualTo(Duration.ofSeconds(15));
    assertThat(policy.delay(1, 0.999)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(11));
  }

  @Test
  void theBudgetExcludesTheFirstRun() {
    RetryPolicy twice = new RetryPolicy(2, 5, 2.0, 300, null, 0);
    assertThat(twice.takes(FailureType.EXPLICIT, 0)).isTrue();
    assertThat(twice.takes(FailureType.EXPLICIT, 1)).isTrue();
    assertThat(twice.takes(FailureType.EXPLICIT, 2)).isFalse();
  }

  @Test
  void onlyTheNamedFailuresAreRetried() {
    RetryPolicy timeouts = new RetryPolicy(2, 5, 2.0, 300, Set.of(FailureType.TIMEOUT), 0);
    assertThat(timeouts.takes(FailureType.TIMEOUT, 0)).isTrue();
    assertThat(timeouts.takes(FailureType.WEBHOOK_FAILURE, 0)).isFalse();
    assertThat(timeouts.takes(FailureType.EXPLICIT, 0)).isFalse();
  }
}
