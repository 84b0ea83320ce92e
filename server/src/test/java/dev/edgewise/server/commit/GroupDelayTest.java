package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a group waits for more commands, and for how long. */
class GroupDelayTest {
  private static final int MAX = 100;
  private static final long TRANSACTION = Duration.ofMillis(4).toNanos();
  private static final Duration HALF = Duration.ofMillis(2);

  private final ManualClock clock = new ManualClock();
  private final GroupDelay<Integer> delay = new GroupDelay<>(Duration.ofMillis(3), clock);
  private final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
  private final List<Integer> group = new ArrayList<>(List.of(0));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
  }

  private Future<?> awaitMore() {
    Future<?> wait =
        threads.submit(() -> {
          delay.awaitMore(queue, group, MAX);
          return null;
        });
    clock.awaitWaiting(1);
    return wait;
  }

  private void assertNoWait() throws InterruptedException {
    delay.awaitMore(queue, group, MAX);
    assertThat(group).hasSize(1);
    assertThat(clock.waits()).isEmpty();
  }

  @Test
  void aLoneCommandDoesNotWait() throws Exception {
    delay.learn(1, TRANSACTION);
    assertNoWait();
  }

  @Test
  void smallGroupsDoNotWait() throws Exception {
    delay.learn(7, TRANSACTION);
    assertNoWait();
  }

  @Test
  void aGroupThatIsSmallerThanUsualEndsItsWaitWhenItIsAsLargeAsUsual() throws Exception {
    delay.learn(20, TRANSACTION);
    Future<?> wait = awaitMore();
    IntStream.range(1, 19).forEach(queue::add);
    assertThat(wait.isDone()).as("one is missing").isFalse();
    queue.add(19);
    wait.get();
    assertThat(group).hasSize(20);
  }

  @Test
  void aGroupNeverGrowsBeyondItsBound() throws Exception {
    delay.learn(20, TRANSACTION);
    queue.addAll(List.of(1, 2, 3, 4, 5, 6));
    delay.awaitMore(queue, group, 5);
    assertThat(group).hasSize(5);
    assertThat(queue).hasSize(2);
  }

  @Test
  void aGroupWaitsForHalfATransactionAndNoLonger() throws Exception {
    delay.learn(20, TRANSACTION);
    Future<?> wait = awaitMore();
    assertThat(clock.waits()).containsExactly(HALF);
    clock.advance(HALF.minusNanos(1));
    assertThat(wait.isDone()).isFalse();
    clock.advance(Duration.ofNanos(1));
    wait.get();
    assertThat(group).hasSize(1);
  }

  @Test
  void aCommandThatArrivesDoesNotProlongTheWait() throws Exception {
    delay.learn(20, TRANSACTION);
    Future<?> wait = awaitMore();
    clock.advance(Duration.ofMillis(1));
    queue.add(1);
    await().until(() -> clock.waits().size() == 2);
    assertThat(clock.waits()).containsExactly(HALF, Duration.ofMillis(1));
    clock.advance(Duration.ofMillis(1));
    wait.get();
    assertThat(group).hasSize(2);
  }

  @Test
  void howeverLongTransactionsTakeAGroupWaitsNoLongerThanTheBound() throws Exception {
    delay.learn(20, Duration.ofHours(1).toNanos());
    Future<?> wait = awaitMore();
    assertThat(clock.waits()).containsExactly(Duration.ofMillis(3));
    clock.advance(Duration.ofMillis(3));
    wait.get();
  }

  @Test
  void afterSomeSmallGroupsNoGroupWaits() throws Exception {
    delay.learn(20, TRANSACTION);
    for (int i = 0; i < 6; i++) {
      delay.learn(1, TRANSACTION);
    }
    assertNoWait();
  }
}
