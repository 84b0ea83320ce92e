package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.life.OverloadedException;
import dev.edgewise.server.testing.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Items that are committed in groups. */
class GroupCommitTest {
  private static final int MAX_GROUP = 10;
  private static final int MAX_QUEUED = 100;
  private static final Duration MAX_DELAY = Duration.ofMillis(3);

  private final ManualClock clock = new ManualClock();
  private final Recorder work = new Recorder();
  private final GroupCommit<Integer> groups =
      new GroupCommit<>(
          "test-groups", new GroupCommit.Sizes(MAX_GROUP, MAX_QUEUED, MAX_DELAY), clock, work);

  /** Records which groups are committed and which items fail. */
  private static final class Recorder implements GroupCommit.Work<Integer> {
    final List<List<Integer>> committed = Collections.synchronizedList(new ArrayList<>());
    final Map<Integer, Throwable> failed = Collections.synchronizedMap(new LinkedHashMap<>());
    final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    volatile Consumer<List<Integer>> before = _ -> {};

    @Override
    public void commit(List<Integer> group) {
      before.accept(group);
      threads.add(Thread.currentThread());
      committed.add(List.copyOf(group));
    }

    @Override
    public void failed(List<Integer> items, Throwable cause) {
      items.forEach(item -> failed.put(item, cause));
    }
  }

  @AfterEach
  void close() {
    groups.close();
  }

  private void start() {
    groups.start(Thread.ofPlatform().daemon());
  }

  private static List<Integer> numbers(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void itemsQueuedDuringACommitAreTheNextGroup() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Semaphore mayEnd = new Semaphore(0);
    work.before =
        _ -> {
          begun.countDown();
          mayEnd.acquireUninterruptibly();
        };
    start();
    groups.add(1);
    begun.await();
    numbers(2, 6).forEach(groups::add);
    mayEnd.release(2);
    await().until(() -> work.committed.size() == 2);

    assertThat(work.committed).containsExactly(List.of(1), numbers(2, 6));
  }

  @Test
  void aGroupThatFailsIsHalvedUntilOnlyTheItemAtFaultFails() {
    work.before =
        group -> {
          if (group.contains(6)) {
            throw new IllegalArgumentException("six");
          }
        };

    groups.commit(numbers(1, 8));

    assertThat(work.committed).containsExactly(numbers(1, 4), List.of(5), List.of(7, 8));
    assertThat(work.failed).containsOnlyKeys(6);
    assertThat(work.failed.get(6)).hasMessage("six");
  }

  @Test
  void anOutageFailsTheWholeGroupWithoutTryingItsHalves() {
    List<List<Integer>> tried = new ArrayList<>();
    work.before =
        group -> {
          tried.add(List.copyOf(group));
          throw new IllegalStateException(new SQLException("the connection is gone", "08006"));
        };

    groups.commit(numbers(1, 8));

    assertThat(tried).hasSize(1);
    assertThat(work.failed).containsOnlyKeys(1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void anErrorInTheWorkFailsItsItemAndTheThreadGoesOn() {
    work.before =
        group -> {
          if (group.contains(1)) {
            throw new LinkageError("no such class");
          }
        };
    start();
    groups.add(1);
    await().until(() -> work.failed.containsKey(1));
    groups.add(2);
    await().until(() -> work.committed.contains(List.of(2)));
  }

  @Test
  void aLoneItemIsCommittedOnTheThreadOfItsCallerWithoutAnyWait() {
    start();

    assertThat(groups.lead(List.of(1))).isTrue();
    assertThat(work.threads).containsExactly(Thread.currentThread());
    assertThat(clock.waits()).isEmpty();
  }

  @Test
  void afterALargeGroupACallerDoesNotCommitALoneItem() {
    assertThat(groups.lead(numbers(1, MAX_GROUP))).as("nothing is expected yet").isTrue();
    assertThat(groups.lead(List.of(11))).as("others are expected").isFalse();
  }

  @Test
  void aGroupThatIsTooLargeIsNotCommittedByItsCaller() {
    assertThat(groups.lead(numbers(1, MAX_GROUP + 1))).isFalse();
    assertThat(work.committed).isEmpty();
  }

  @Test
  void itemsThatAreAddedAfterTheStopFail() {
    start();
    groups.close();
    groups.add(1);

    assertThat(work.failed.get(1)).isInstanceOf(OverloadedException.class);
  }

  @Test
  void aStopCommitsItemsThatWereAddedBefore() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Semaphore mayEnd = new Semaphore(0);
    work.before =
        _ -> {
          begun.countDown();
          mayEnd.acquireUninterruptibly();
        };
    start();
    groups.add(1);
    begun.await();
    numbers(2, 4).forEach(groups::add);
    mayEnd.release(2);
    groups.close();

    assertThat(work.committed).containsExactly(List.of(1), numbers(2, 4));
    assertThat(work.failed).isEmpty();
  }
}
