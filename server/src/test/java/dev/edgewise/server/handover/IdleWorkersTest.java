package dev.edgewise.server.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.life.WaitClock;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The statements of waiting workers do not grow with their number. */
class IdleWorkersTest {
  private static final int FEW = 10;
  private static final int MANY = 10_000;
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final ClaimRequest REQUEST =
      new ClaimRequest("idle", true, Map.of(Lane.work(Workspace.DEFAULT, "idle"), 1), 1, null);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  /** The cost of long polls that all ended without a task. */
  private record Idleness(int statements, Duration lasted) {}

  private Idleness idleness(int workers) throws Exception {
    WaitingWorkers queue = new WaitingWorkers(store.claims::take, WaitClock.SYSTEM);
    long begun = System.nanoTime();
    try (var count = StatementCount.of(database.database());
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Claimed>>> polls = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        polls.add(executor.submit(() -> queue.claim(REQUEST, WINDOW, () -> true)));
      }
      for (Future<List<Claimed>> poll : polls) {
        assertThat(poll.get()).isEmpty();
      }
      return new Idleness(count.statements(), Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  @Test
  void tenThousandWaitingWorkersQueryNoMoreOftenThanTen(TestReporter reporter) throws Exception {
    Idleness few = idleness(FEW);
    Idleness many = idleness(MANY);
    reporter.publishEntry("%d workers: %s, %d workers: %s".formatted(FEW, few, MANY, many));

    // One query at the beginning and one a second; a slow start of the threads adds seconds.
    assertThat(few.statements()).isBetween(2, (int) few.lasted().toSeconds() + 1);
    assertThat(many.statements()).isBetween(2, (int) many.lasted().toSeconds() + 1);
  }

  @Test
  void oneOfTenThousandIsWokenForEachTask(TestReporter reporter) throws Exception {
    WaitingWorkers queue = new WaitingWorkers(store.claims::take, WaitClock.SYSTEM);
    store.signals.add(queue);
    List<Future<Boolean>> polls = new ArrayList<>();
    BlockingQueue<Long> woken = new LinkedBlockingQueue<>();
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    try {
      for (int i = 0; i < MANY; i++) {
        polls.add(
            executor.submit(() -> {
              queue.claim(REQUEST, Duration.ofMinutes(5), () -> true);
              return woken.add(System.nanoTime());
            }));
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> queue.waiting(Lane.work(Workspace.DEFAULT, "idle")) == MANY);
      List<Long> delays = new ArrayList<>();
      for (int i = 0; i < 21; i++) {
        long submitting = System.nanoTime();
        store.submit(null, TestTask.task("a").kind("idle"));
        Long at = woken.poll(1, TimeUnit.MINUTES);
        assertThat(at).isNotNull();
        delays.add((at - submitting) / 1_000_000);
      }
      reporter.publishEntry("milliseconds from submission to claim: " + delays);
      Collections.sort(delays);

      // Without the signal the median would be about half a second, because the workers poll every
      // second.
      assertThat(delays.get(delays.size() / 2)).isLessThan(250);
      assertThat(woken).isEmpty();
      await().until(() -> polls.stream().filter(Future::isDone).count() == delays.size());
    } finally {
      executor.shutdownNow();
    }
  }
}
