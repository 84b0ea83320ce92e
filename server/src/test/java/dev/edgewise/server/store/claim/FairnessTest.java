package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.access.Quotas;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.store.update.TaskUpdate;
import dev.edgewise.server.store.update.TaskUpdates;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Keys, and workspaces at a host, take turns by their weights; within a key the first comes first.
 */
class FairnessTest {
  private static final String LANE = Lane.work(Workspace.DEFAULT, "test");

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final FairShares shares = new FairShares(database.database());

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private static TestTask[] tasks(int count, UnaryOperator<TestTask> with) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(no -> with.apply(TestTask.task(Integer.toString(no))))
        .toArray(TestTask[]::new);
  }

  private UUID submit(int count, UnaryOperator<TestTask> with) {
    return store.submit(null, tasks(count, with));
  }

  private UUID submit(int count, String key, int weight) {
    return submit(count, task -> task.key(key, weight));
  }

  private UUID submitKeyless(int count) {
    return submit(count, task -> task);
  }

  /** Claims up to this many tasks of the lane, in the order of their starts. */
  private List<TaskKey> start(int count) {
    return start(Map.of(LANE, count), count);
  }

  private List<TaskKey> start(Map<String, Integer> rooms, int max) {
    return store.claims.claim(new ClaimRequest("w", true, rooms, max, null)).stream()
        .map(Claimed::task)
        .toList();
  }

  private static long of(UUID batch, List<TaskKey> started) {
    return started.stream().filter(task -> task.batchId().equals(batch)).count();
  }

  private static void assertInOrder(UUID batch, List<TaskKey> started) {
    assertThat(started.stream().filter(task -> task.batchId().equals(batch)).map(TaskKey::no))
        .isSorted();
  }

  @Test
  void aFewTasksOfOneKeyDoNotWaitForTheManyOfAnother() {
    UUID many = submit(5_000, "many", 1);
    UUID few = submit(10, "few", 1);
    List<TaskKey> started = start(100);
    for (int i = 1; i <= 10; i++) {
      assertThat(started.indexOf(new TaskKey(few, i))).as("start of %d", i).isLessThan(2 * i + 1);
    }
    assertInOrder(many, started);
    List<TaskKey> rest = new ArrayList<>(started);
    for (List<TaskKey> next = start(1_000); !next.isEmpty(); next = start(1_000)) {
      rest.addAll(next);
    }
    assertThat(rest).hasSize(5_010);
    assertInOrder(many, rest);
  }

  @Test
  void keysTakeTurnsByTheirWeights() {
    UUID heavy = submit(1_000, "heavy", 3);
    UUID light = submit(1_000, "light", 1);
    List<TaskKey> started = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      started.addAll(start(50));
      assertThat((double) of(heavy, started) / started.size()).isBetween(0.73, 0.77);
    }
    assertThat(of(heavy, started)).isBetween(748L, 752L);
    assertInOrder(heavy, started);
    assertInOrder(light, started);
  }

  @Test
  void tasksWithoutAKeyShareAsOneAndKeepTheirOrder() {
    UUID before = submitKeyless(100);
    UUID keyed = submit(150, "k", 1);
    UUID after = submitKeyless(100);
    List<TaskKey> started = start(200);
    assertThat(of(keyed, started)).isBetween(99L, 101L);
    assertThat(of(before, started)).isBetween(98L, 100L);
    started = new ArrayList<>(started);
    started.addAll(start(200));
    assertInOrder(before, started);
    assertInOrder(after, started);
    assertThat(started.indexOf(new TaskKey(after, 1)))
        .isGreaterThan(started.indexOf(new TaskKey(before, 100)));
  }

  @Test
  void aKeySavesNoTurnsWhileItHasNoTasks() {
    UUID first = submit(300, "busy", 1);
    assertThat(start(200)).hasSize(200);
    UUID late = submit(300, "late", 1);
    List<TaskKey> started = start(100);
    assertThat(of(late, started)).isBetween(49L, 51L);
    assertThat(of(first, started)).isBetween(49L, 51L);
  }

  @Test
  void whatAKeyUsedBeforeTheLaneWasEmptyIsForgotten() {
    submit(500, "busy", 1);
    assertThat(start(500)).hasSize(500);
    UUID other = submit(100, "other", 1);
    UUID again = submit(100, "busy", 1);
    List<TaskKey> started = start(100);
    assertThat(of(again, started)).isBetween(49L, 51L);
    assertThat(of(other, started)).isBetween(49L, 51L);
  }

  @Test
  void priorityComesFirstAndEachPriorityHasItsShares() {
    UUID many = submit(200, "many", 1);
    UUID urgent = submit(50, task -> task.key("many", 1).priority(1));
    UUID few = submit(50, "few", 1);
    List<TaskKey> started = start(50);
    assertThat(of(urgent, started)).isEqualTo(50);
    started = start(100);
    assertThat(of(many, started)).isBetween(49L, 51L);
    assertThat(of(few, started)).isBetween(49L, 51L);
  }

  @Test
  void aLaneWhoseKeysShareDoesNotHoldUpAnotherLane() {
    String other = Lane.work(Workspace.DEFAULT, "other");
    submit(1_000, "one", 1);
    submit(1_000, "two", 1);
    assertThat(start(1_000)).hasSize(1_000);
    UUID elsewhere = submit(10, task -> task.kind("other"));
    submit(1_000, "one", 1);
    submit(1_000, "two", 1);
    int started = 0;
    while (started < 1_500 && of(elsewhere, start(Map.of(LANE, 20, other, 20), 20)) == 0) {
      started += 20;
    }
    assertThat(started).as("starts before it").isLessThan(1_500);
  }

  @Test
  void theWorkspacesOfAHostTakeTurnsWithoutKeys() {
    var workspaces = new Workspaces(database.database());
    workspaces.put(TestStore.CALLER, "t", "w", Quotas.NONE);
    Workspace workspace = workspaces.find("t", "w").orElseThrow().workspace();
    submit(500, task -> task.calls("http://host/"));
    BatchSpec batch = TestStore.spec(null, null, tasks(10, task -> task.calls("http://host/")));
    Submitted submitted =
        store.submissions.submit(new Caller(workspace, "test"), batch, null, _ -> {});
    UUID few = ((Submitted.Created) submitted).batchId();
    var request = new ClaimRequest("s", false, Map.of(Lane.hook("host"), 22), 22, null);
    List<TaskKey> started = store.claims.claim(request).stream().map(Claimed::task).toList();
    assertThat(of(few, started)).isEqualTo(10);
  }

  @Test
  void tasksThatBecomeReadyLaterGetTheirShare() {
    UUID followers =
        store.submit(
            null,
            TestTask.task("root").kind("first").key("chain", 1),
            TestTask.task("next").after("root").key("chain", 1));
    submit(300, "many", 1);
    store.succeed(store.claim("first"), null);
    assertThat(start(4)).contains(new TaskKey(followers, 2));
  }

  @Test
  void severalServersThatSubmitAtOnceGiveNoPlaceTwice() throws Exception {
    submit(1, "a", 1);
    try (TestStore other = new TestStore(database.database());
        var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> submissions = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        TestStore server = i % 2 == 0 ? store : other;
        String key = i % 4 < 2 ? "a" : "b";
        submissions.add(
            executor.submit(() -> server.submit(null, tasks(20, task -> task.key(key, 1)))));
        submissions.add(executor.submit(() -> server.submit(null, tasks(10, task -> task))));
      }
      for (Future<?> submission : submissions) {
        submission.get();
      }
    }
    assertThat(
            database.text(
                """
                select count(*)::text
                from (
                  select from queue join task using (batch_id, no)
                  group by task.fairness_key, queue.position having count(*) > 1) as twice
                """))
        .isEqualTo("0");
  }

  @Test
  void aTaskWithANewPriorityIsPlacedAmongThoseOfThatPriority() {
    UUID low = submit(10, "low", 1);
    UUID high = submit(100, task -> task.key("high", 1).priority(5));
    var updates = new TaskUpdates(database.database(), () -> Duration.ZERO);
    assertThat(updates.apply(priority(new TaskKey(low, 7), 5))).isTrue();
    List<TaskKey> started = start(3);
    assertThat(started).contains(new TaskKey(low, 7), new TaskKey(high, 1));
  }

  private static TaskUpdate priority(TaskKey task, int priority) {
    return new TaskUpdate(task, null, priority, null, null, null, null, null);
  }

  @Test
  void sharesAreForgottenOnceTheirTasksHaveStarted() {
    submit(20, "k", 1);
    shares.sweep();
    assertThat(database.text("select count(*)::text from fair_share")).isEqualTo("1");
    assertThat(start(20)).hasSize(20);
    shares.sweep();
    assertThat(database.text("select count(*)::text from fair_share")).isEqualTo("0");
    assertThat(database.text("select count(*)::text from fair_lane")).isEqualTo("0");
    UUID later = submitKeyless(5);
    assertThat(start(5)).extracting(TaskKey::batchId).containsOnly(later);
  }

  @Test
  void withoutKeysNothingIsWrittenAboutShares() {
    submitKeyless(10);
    assertThat(start(10)).hasSize(10);
    assertThat(database.text("select count(*)::text from fair_lane")).isEqualTo("0");
    assertThat(database.text("select count(*)::text from fair_share")).isEqualTo("0");
  }
}
