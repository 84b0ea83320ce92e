package dev.edgewise.server.store.schedule;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.schedule.Ticks.Decided;
import dev.edgewise.server.store.schedule.Ticks.Outcome;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The outcomes of ticks, with a clock that the test moves. */
@Timeout(120)
class TicksTest {
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final AtomicReference<Duration> skew = new AtomicReference<>(Duration.ZERO);
  private final Schedules schedules = new Schedules(database.database(), new Signals(), skew::get);
  private final List<Instant> started = new CopyOnWriteArrayList<>();
  private final Ticks ticks = new Ticks(schedules, this::start);

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private UUID start(ScheduleSpec schedule, Ticks.Run run) {
    started.add(run.tick());
    return store.submit(null, task("1").kind("run"));
  }

  private static ScheduleSpec every(Overlap overlap, Duration jitter, Duration catchUp) {
    return new ScheduleSpec(
        Workspace.DEFAULT,
        "s",
        "{}",
        "w",
        null,
        null,
        INTERVAL,
        ZoneId.of("UTC"),
        jitter,
        overlap,
        catchUp);
  }

  private void put(Overlap overlap) {
    schedules.put(TestStore.CALLER, every(overlap, Duration.ZERO, Duration.ofHours(1)));
  }

  private void pass(Duration time) {
    skew.updateAndGet(time::plus);
  }

  private List<Outcome> decide() {
    List<Outcome> outcomes = new ArrayList<>();
    Optional<Decided> decided = ticks.next();
    while (decided.isPresent()) {
      outcomes.add(decided.get().outcome());
      decided = ticks.next();
    }
    return outcomes;
  }

  private Instant nextTick() {
    return Objects.requireNonNull(schedules.find(Workspace.DEFAULT, "s").orElseThrow().nextTick());
  }

  @Test
  void aTickIsStartedWhenItsTimeHasComeAndOnce() {
    put(Overlap.ALLOW);
    Instant first = nextTick();
    assertThat(decide()).isEmpty();
    assertThat(schedules.untilNext().orElseThrow()).isBetween(Duration.ofMinutes(9), INTERVAL);

    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.STARTED);
    assertThat(decide()).isEmpty();
    assertThat(started).containsExactly(first);
    assertThat(nextTick()).isEqualTo(first.plus(INTERVAL));
    Scheduled now = schedules.find(Workspace.DEFAULT, "s").orElseThrow();
    assertThat(now.lastTick()).isEqualTo(first);
    assertThat(now.lastBatch()).isNotNull();
  }

  @Test
  void manyServersStartEachTickOnce() throws Exception {
    put(Overlap.ALLOW);
    pass(INTERVAL.multipliedBy(5));
    List<Callable<List<Outcome>>> servers =
        Stream.generate(() -> (Callable<List<Outcome>>) this::decide).limit(8).toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(servers).forEach(Future::resultNow);
    }

    assertThat(started).hasSize(5).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void ticksOlderThanCatchUpAreMissed() {
    schedules.put(TestStore.CALLER, every(Overlap.ALLOW, Duration.ZERO, Duration.ofMinutes(25)));
    Instant first = nextTick();
    pass(INTERVAL.multipliedBy(7));

    assertThat(decide())
        .containsExactly(Outcome.MISSED, Outcome.STARTED, Outcome.STARTED, Outcome.STARTED);
    assertThat(started)
        .containsExactly(
            first.plus(INTERVAL.multipliedBy(4)),
            first.plus(INTERVAL.multipliedBy(5)),
            first.plus(INTERVAL.multipliedBy(6)));
  }

  @Test
  void withoutCatchUpATickIsStillStartedByAServerThatIsALittleLate() {
    schedules.put(TestStore.CALLER, every(Overlap.ALLOW, Duration.ZERO, Duration.ZERO));
    pass(INTERVAL.plusSeconds(5));
    assertThat(decide()).containsExactly(Outcome.STARTED);
    pass(INTERVAL.plusSeconds(15));
    assertThat(decide()).containsExactly(Outcome.MISSED);
  }

  @Test
  void withSkipTicksAreSkippedWhileTheLastRunGoesOn() {
    put(Overlap.SKIP);
    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.STARTED);
    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.SKIPPED);
    store.succeed(store.claim("run"), null);
    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.STARTED);
    assertThat(started).hasSize(2);
  }

  @Test
  void queuedTicksFollowOneAfterTheOther() {
    put(Overlap.QUEUE);
    Instant first = nextTick();
    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.STARTED);
    pass(INTERVAL.multipliedBy(2));
    assertThat(decide()).containsExactly(Outcome.QUEUED);
    assertThat(decide()).as("not before it is looked at again").isEmpty();
    pass(Duration.ofHours(3));
    assertThat(decide()).containsExactly(Outcome.QUEUED);
    store.succeed(store.claim("run"), null);
    pass(Duration.ofSeconds(2));

    assertThat(decide()).startsWith(Outcome.STARTED);
    assertThat(started.get(1))
        .as("it has waited, so it is not too late")
        .isEqualTo(first.plus(INTERVAL));
  }

  @Test
  void aRefusedTickIsRecordedAndTheNextOneStarts() {
    put(Overlap.ALLOW);
    Ticks refusing =
        new Ticks(
            schedules,
            (_, _) -> {
              throw new Ticks.RefusedException(
                  "there is no workflow", false, new IllegalStateException());
            });
    pass(INTERVAL);
    Decided decided = refusing.next().orElseThrow();

    assertThat(decided.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(decided.error()).isEqualTo("there is no workflow");
    assertThat(schedules.find(Workspace.DEFAULT, "s").orElseThrow().lastError())
        .isEqualTo("there is no workflow");
    pass(INTERVAL);
    assertThat(decide()).containsExactly(Outcome.STARTED);
    assertThat(schedules.find(Workspace.DEFAULT, "s").orElseThrow().lastError()).isNull();
  }

  @Test
  void aServerThatFailsDuringAStartLeavesTheTickToAnother() {
    put(Overlap.ALLOW);
    Instant first = nextTick();
    Ticks failing =
        new Ticks(
            schedules,
            (_, _) -> {
              throw new IllegalStateException("the database is gone");
            });
    pass(INTERVAL);
    assertThatThrownBy(failing::next).hasMessageContaining("the database is gone");

    assertThat(decide()).as("it may still be at it").isEmpty();
    pass(Duration.ofSeconds(31));
    assertThat(decide()).containsExactly(Outcome.STARTED);
    assertThat(started).containsExactly(first);
  }

  @Test
  void aScheduleChangedDuringAStartKeepsTheChange() {
    put(Overlap.ALLOW);
    pass(INTERVAL);
    Ticks changing =
        new Ticks(
            schedules,
            (spec, tick) -> {
              put(Overlap.SKIP);
              return start(spec, tick);
            });
    assertThat(changing.next().orElseThrow().outcome()).isEqualTo(Outcome.STARTED);

    Scheduled now = schedules.find(Workspace.DEFAULT, "s").orElseThrow();
    assertThat(now.spec().overlap()).isEqualTo(Overlap.SKIP);
    assertThat(now.lastTick()).isEqualTo(started.getFirst());
    assertThat(now.nextTick()).isEqualTo(now.anchor().plus(INTERVAL));
  }

  @Test
  void aResumedScheduleSkipsTheTicksOfItsPause() {
    put(Overlap.ALLOW);
    Instant first = nextTick();
    assertThat(schedules.pause(TestStore.CALLER, "s", true)).isTrue();
    pass(INTERVAL.multipliedBy(3).plusMinutes(1));
    assertThat(decide()).isEmpty();
    assertThat(schedules.untilNext()).isEmpty();
    schedules.pause(TestStore.CALLER, "s", false);

    assertThat(decide()).isEmpty();
    assertThat(nextTick()).isEqualTo(first.plus(INTERVAL.multipliedBy(3)));
    assertThat(schedules.pause(TestStore.CALLER, "unknown", true)).isFalse();
  }

  @Test
  void anEqualDefinitionChangesNothingAndAnotherOneStartsAnew() {
    put(Overlap.ALLOW);
    Instant first = nextTick();
    pass(Duration.ofMinutes(3));
    put(Overlap.ALLOW);
    assertThat(nextTick()).isEqualTo(first);
    put(Overlap.SKIP);
    assertThat(nextTick()).isAfter(first);
  }

  @Test
  void jitterIsTheSameOnEveryServerAndWithinItsBound() {
    ScheduleSpec spec = every(Overlap.ALLOW, Duration.ofSeconds(30), Duration.ZERO);
    ScheduleSpec other = every(Overlap.ALLOW, Duration.ofSeconds(30), Duration.ZERO);
    List<Duration> delays = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Instant tick = Instant.EPOCH.plus(INTERVAL.multipliedBy(i));
      assertThat(spec.start(tick)).isEqualTo(other.start(tick));
      delays.add(Duration.between(tick, spec.start(tick)));
    }

    assertThat(delays).allMatch(delay -> !delay.isNegative() && delay.toSeconds() <= 30);
    assertThat(delays.stream().distinct().count()).isGreaterThan(10);
  }
}
