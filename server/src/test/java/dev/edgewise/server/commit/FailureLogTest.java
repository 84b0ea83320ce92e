package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.ManualClock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FailureLogTest {
  private static final TaskKey TASK = new TaskKey(new UUID(1L << 32, 0), 7);

  private final ManualClock clock = new ManualClock();
  private final FailureLog failures = new FailureLog(clock);

  private static Tally.Failures failed(int count, String reason) {
    Tally.Failure failure = new Tally.Failure(TASK, "resize", reason);
    int named = Math.min(count, Limits.FAILURES_LOGGED_BURST);
    return new Tally.Failures(count, Collections.nCopies(named, failure));
  }

  private List<String> logged(Runnable action) {
    try (LogCapture capture = new LogCapture(FailureLog.class.getName())) {
      action.run();
      return capture.lines();
    }
  }

  @Test
  void aFailureIsOneLineWithItsTaskItsBatchAndItsReason() {
    assertThat(logged(() -> failures.log(failed(1, "disk full"))))
        .containsExactly(
            "INFO Task %s of kind resize failed (batch %s): disk full"
                .formatted(TASK.publicId(), TASK.batchId()));
    assertThat(logged(() -> failures.log(failed(0, "")))).isEmpty();
  }

  @Test
  void aLongReasonIsShortened() {
    assertThat(logged(() -> failures.log(failed(1, "𝄞".repeat(5_000)))).getFirst())
        .endsWith("𝄞...")
        .hasSizeLessThan(2 * Limits.FAILURE_REASON_LOGGED_MAX_CHARS + 200);
  }

  @Test
  void manyFailuresAreCountedInsteadOfLogged() {
    assertThat(logged(() -> failures.log(failed(100_000, "x"))))
        .hasSize(Limits.FAILURES_LOGGED_BURST);
    assertThat(logged(() -> failures.log(failed(5, "x")))).isEmpty();
    clock.advance(Duration.ofSeconds(1));
    List<String> later = logged(() -> failures.log(failed(1, "x")));
    assertThat(later).hasSize(2);
    assertThat(later.getLast())
        .isEqualTo(
            "INFO %d more tasks failed, too many to log each of them"
                .formatted(100_005 - Limits.FAILURES_LOGGED_BURST));
  }
}
