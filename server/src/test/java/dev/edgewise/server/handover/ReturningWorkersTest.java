package dev.edgewise.server.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.testing.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers whose report was answered a moment ago. */
class ReturningWorkersTest {
  private static final List<String> LANE = List.of("work:a");
  private static final Duration PATIENCE = Duration.ofMillis(2);

  private final ManualClock clock = new ManualClock();
  private final ReturningWorkers returning = new ReturningWorkers(clock);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  private void assertNoWait() {
    assertThat(returning.await(LANE)).isFalse();
    assertThat(clock.waits()).isEmpty();
  }

  @Test
  void withoutAnAnsweredReportNothingWaits() {
    assertNoWait();
  }

  @Test
  void aReportFromAnotherLaneIsNoReasonToWait() {
    returning.answered(List.of("work:b"));

    assertNoWait();
  }

  @Test
  void aWorkerThatHasComeBackIsNotExpectedAgain() {
    returning.answered(LANE);
    returning.arrived(LANE);

    assertNoWait();
  }

  @Test
  void aReportIsForgottenAfterTwoMilliseconds() {
    returning.answered(LANE);
    clock.advance(PATIENCE);

    assertNoWait();
  }

  @Test
  void theWaitForAWorkerThatStaysAwayEndsTwoMillisecondsAfterItsReport() throws Exception {
    returning.answered(LANE);
    clock.advance(Duration.ofNanos(500_000));

    Future<Boolean> wait = threads.submit(() -> returning.await(LANE));
    clock.awaitWaiting(1);
    assertThat(clock.waits()).containsExactly(Duration.ofNanos(1_500_000));
    clock.advance(Duration.ofNanos(1_499_999));
    assertThat(wait.isDone()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(wait.get()).isFalse();
  }

  @Test
  void aWorkerThatComesBackInTimeEndsTheWait() throws Exception {
    returning.answered(LANE);

    Future<Boolean> wait = threads.submit(() -> returning.await(LANE));
    clock.awaitWaiting(1);
    returning.arrived(LANE);
    assertThat(wait.get()).as("without any time passing").isTrue();
  }
}
