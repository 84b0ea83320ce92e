package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.handover.WaitingWorkers;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private final TestDatabase testDatabase = TestDatabase.open();
  private Database database;
  private FlowStore store;

  @BeforeEach
  void open() {
    database = testDatabase.database();
    store = new FlowStore(database);
  }

  @AfterEach
  void close() {
    store.close();
    testDatabase.close();
  }

  private UUID spread(String list, String more) {
    return store.submit(
        "[{'id': 'list', 'let': '%s'}, {'id': 's', 'spread': 'list', 'input': {'v': '${item}'}%s}]"
            .formatted(list, more));
  }

  private UUID spread(int count, String more) {
    return spread("lists.range(" + count + ")", more);
  }

  private void succeed(TaskKey task, String result) {
    store.apply(new Command.Succeed(task, null, result));
  }

  private long held() {
    return store.count("select count(*) from lease");
  }

  private long items(UUID batchId, String status) {
    return store.count(
        "select count(*) from task join task_state using (batch_id, no)"
            + " where batch_id = ? and spread_of > 0 and status = ?::task_status",
        batchId,
        status);
  }

  @Test
  void resultsAreInOrderExactlyOnceWhateverOrderEndsArriveInAndHoweverOften() {
    int count = 10_000;
    UUID batchId = spread(count, "");
    List<Command> ends = new ArrayList<>();
    Random chance = new Random(7);
    for (Claimed claimed : store.claim(count)) {
      String index =
          store.query(
              "select item_index from task where batch_id = ? and no = ?",
              batchId,
              claimed.task().no());
      Command end = new Command.Succeed(claimed.task(), claimed.token(), "{\"i\":" + index + "}");
      ends.add(end);
      if (chance.nextInt(20) == 0) {
        ends.add(end);
      }
    }
    assertThat(ends.size()).isGreaterThan(count + 300);
    Collections.shuffle(ends, chance);
    List<Answer> answers = store.committer.applyAll(ends);

    assertThat(answers.stream().filter(Answer.Applied.class::isInstance)).hasSize(count);
    String expected =
        IntStream.range(0, count)
            .mapToObj(i -> "{\"i\":" + i + "}")
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(store.result(batchId, "s")).isEqualTo(expected);
    assertThat(store.state(batchId, "s")).isEqualTo("success");
    long successes =
        store.count(
            "select count(*) from event, unnest(nos) as no where batch_id = ? and type = 'success'"
                + " and no = ?",
            batchId,
            store.task(batchId, "s").no());
    assertThat(successes).isOne();
  }

  @Test
  void aFailedItemFailsTheSpreadOnlyAfterAllHaveEnded() {
    UUID batchId = spread(3, "");
    store.fail(batchId, "s[1]", "boom");
    assertThat(store.state(batchId, "s")).isEqualTo("waiting");
    store.succeed(batchId, "s[0]", "1");
    store.succeed(batchId, "s[2]", "1");
    assertThat(store.state(batchId, "s")).isEqualTo("failure (Spread item 1 failed: boom)");
  }

  @Test
  void collectedErrorsAreTheValuesAtTheirIndexes() {
    UUID batchId = spread(3, ", 'spread_errors': 'collect'");
    store.fail(batchId, "s[1]", "boom");
    store.succeed(batchId, "s[0]", "'a'");
    store.succeed(batchId, "s[2]", null);
    assertThat(store.state(batchId, "s")).isEqualTo("success");
    assertThat(store.result(batchId, "s")).isEqualTo("[\"a\",{\"error\":\"boom\"},null]");
  }

  @Test
  void eachItemIsRetriedByItself() {
    UUID batchId = spread(2, ", 'retry': {'max_retries': 1, 'initial_delay_secs': 1}");
    store.fail(batchId, "s[0]", "boom");
    assertThat(store.state(batchId, "s[0]")).isEqualTo("retry_pending (boom)");
    assertThat(store.state(batchId, "s[1]")).isEqualTo("running");
    store.succeed(batchId, "s[1]", "1");
    assertThat(store.state(batchId, "s")).isEqualTo("waiting");
  }

  @Test
  void aBoundIsKeptThroughPausesCancelsAndFailures() {
    UUID batchId =
        spread(
            40, ", 'spread_parallel': 3, 'retry': {'max_retries': 1, 'initial_delay_secs': 3600}");
    Random chance = new Random(3);
    while (store.state(batchId, "s").equals("waiting")) {
      claimWithin(3);
      TaskKey task = running(batchId, chance);
      switch (chance.nextInt(4)) {
        case 0 -> succeed(task, "1");
        case 1 -> store.apply(new Command.Cancel(task, false));
        case 2 -> store.apply(new Command.Fail(task, null, FailureType.EXPLICIT, "no", false));
        default -> {
          store.apply(new Command.Pause(task));
          claimWithin(3);
          store.apply(new Command.Resume(task));
        }
      }
    }
    assertThat(store.state(batchId, "s")).startsWith("failure (Spread item");
  }

  /** Claims all it can; resumed items run again and may exceed the bound. */
  private void claimWithin(int bound) {
    long room = Math.max(0, bound - held());
    long waiting = store.count("select count(*) from queue");
    assertThat(store.claim(100)).hasSize((int) Math.min(room, waiting));
  }

  private TaskKey running(UUID batchId, Random chance) {
    List<Integer> live =
        database
            .reader()
            .withHandle(handle ->
                handle
                    .createQuery(
                        "select no from task join task_state using (batch_id, no) where"
                            + " batch_id = :batch and spread_of > 0 and status = 'running'")
                    .bind("batch", batchId)
                    .mapTo(Integer.class)
                    .list());
    return new TaskKey(batchId, live.get(chance.nextInt(live.size())));
  }

  @Test
  void itemsThatTheirGuardSkipsTakeNoPlaceOfABoundedSpread() {
    UUID batchId = spread(20, ", 'spread_parallel': 2, 'when': 'item >= 10'");
    assertThat(items(batchId, "skipped")).isEqualTo(10);
    for (int i = 0; i < 5; i++) {
      List<Claimed> claimed = store.claim(100);
      assertThat(claimed).hasSize(2);
      claimed.forEach(each -> succeed(each.task(), "1"));
    }
    assertThat(store.state(batchId, "s")).isEqualTo("success");
    assertThat(store.result(batchId, "s")).startsWith("[null,null");
  }

  @Test
  void pauseCancelAndStopReachTheItems() {
    UUID batchId = spread(4, "");
    store.claim(2);
    TaskKey spread = store.task(batchId, "s");
    store.apply(new Command.Pause(spread));
    assertThat(items(batchId, "paused")).isEqualTo(4);
    assertThat(store.claim(10)).isEmpty();
    store.apply(new Command.Resume(spread));
    assertThat(items(batchId, "paused")).isZero();
    store.apply(new Command.Cancel(spread, false));
    assertThat(items(batchId, "canceled")).isEqualTo(4);

    UUID other = spread(4, "");
    store.stop.stop(TestStore.CALLER, other);
    assertThat(items(other, "canceled")).isEqualTo(4);
    assertThat(store.batch(other)).isEqualTo("canceled none");
  }

  @Test
  void theResultsOfOneSpreadFeedAnother() {
    UUID batchId =
        store.submit(
            """
            [{'id': 'list', 'let': '[1, 2]'},
             {'id': 'first', 'spread': 'list', 'let': '[item * 10, item * 10 + 1]'},
             {'id': 'flat', 'let': 'first[0] + first[1]'},
             {'id': 'second', 'spread': 'flat', 'let': 'item + index'},
             {'id': 'end', 'output': 'second'}]
            """);
    assertThat(store.batch(batchId)).isEqualTo("succeeded [10,12,22,24]");
  }

  @Test
  void aRerunSpreadGetsNewItemsWhoseNumbersWereNeverUsed() {
    UUID batchId = spread(3, "");
    store.fail(batchId, "s[0]", "boom");
    store.succeed(batchId, "s[1]", "1");
    store.succeed(batchId, "s[2]", "1");
    int last = store.task(batchId, "s[2]").no();
    for (int round = 1; round <= 2; round++) {
      assertThat(store.apply(new Command.Rerun(store.task(batchId, "s"))))
          .isInstanceOf(Answer.Applied.class);
      assertThat(store.task(batchId, "s[0]").no()).isGreaterThan(last);
      last = store.task(batchId, "s[2]").no();
      assertThat(items(batchId, "pending")).isEqualTo(3);
      for (int i = 0; i < 3; i++) {
        store.succeed(batchId, "s[" + i + "]", "2");
      }
      assertThat(store.result(batchId, "s")).isEqualTo("[2,2,2]");
    }
    assertThat(store.count("select total from batch where batch_id = ?", batchId)).isEqualTo(5);
  }

  @Test
  void aCompletionOfAnItemThatARerunDeletedIsUnknown() {
    UUID batchId = spread(2, "");
    Claimed late = store.claim(1).getFirst();
    store.apply(new Command.Rerun(store.task(batchId, "list")));
    assertThat(store.apply(new Command.Succeed(late.task(), late.token(), "1")))
        .isInstanceOf(Answer.Unknown.class);
    assertThat(items(batchId, "pending")).isEqualTo(2);
    assertThat(store.state(batchId, "s")).isEqualTo("waiting");
  }

  @Test
  void itemsAreAssignedToAWaitingWorkerUnlessTheirSpreadIsBounded() throws Exception {
    assertThat(givenToAWaitingWorker("")).isEqualTo("running 3, queued 0, given 3");
    assertThat(givenToAWaitingWorker(", 'spread_parallel': 1"))
        .as("the bound is kept by a claim")
        .isEqualTo("running 1, queued 2, given 1");
  }

  /** Readies three items while a worker with room for all of them waits. */
  private String givenToAWaitingWorker(String more) throws Exception {
    UUID batchId =
        store.submit(
            "[{'id': 'first', 'kind': 'root'},"
                + " {'id': 's', 'kind': 'item', 'spread': '[1, 2, 3]',"
                + " 'dependencies': [{'id': 'first'}]%s}]".formatted(more));
    String root = Lane.work(Workspace.DEFAULT, "root");
    Claimed first =
        store.claims.claim(new ClaimRequest("w", true, Map.of(root, 1), 1, null)).getFirst();
    WaitingWorkers queue = store.workers;
    String lane = Lane.work(Workspace.DEFAULT, "item");
    var request = new ClaimRequest("w", true, Map.of(lane, 9), 9, 30);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var poll = threads.submit(() -> queue.claim(request, Duration.ofMinutes(1), () -> true));
      await().until(() -> queue.waiting(lane) == 1);
      store.apply(new Command.Succeed(first.task(), first.token(), null));
      List<Claimed> given = poll.get();
      String found =
          store.query(
              "select format('running %s, queued %s, given ',"
                  + " count(lease.no), count(queue.no)) from task_state"
                  + " left join lease using (batch_id, no) left join queue using (batch_id, no)"
                  + " where batch_id = ?",
              batchId);
      given.forEach(item -> store.apply(new Command.Succeed(item.task(), item.token(), null)));
      return found + given.size();
    } finally {
      store.committer.signals().remove(queue);
    }
  }

  @Test
  void spreadsAreBounded() {
    UUID many = spread(100_001, "");
    assertThat(store.state(many, "s"))
        .isEqualTo("failure (spread: 100001 items are more than 100000)");
    UUID large = spread(17, "");
    String result = "\"" + "x".repeat(1024 * 1024 - 2) + "\"";
    for (int i = 0; i < 17; i++) {
      store.succeed(large, "s[" + i + "]", result);
    }
    assertThat(store.state(large, "s"))
        .isEqualTo("failure (Spread results are larger than 16777216 bytes)");
  }

  @Test
  void itemsWaitForTheirStartAfter() {
    UUID batchId = spread(2, ", 'start_after': 'PT1H'");
    assertThat(store.claim(10)).isEmpty();
    assertThat(items(batchId, "pending")).isEqualTo(2);
  }
}
