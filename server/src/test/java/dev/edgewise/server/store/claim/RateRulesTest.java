package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.access.Quotas;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.testing.ScriptedInline;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Rates of two servers of one database, whose time a test moves. A token takes ten seconds to come
 * back, so that the time of the test itself does not matter.
 */
class RateRulesTest {
  private static final String HUNDRED_SECONDS = "PT100S";

  private final TestDatabase database = TestDatabase.open();
  private volatile Duration skew = Duration.ZERO;
  private final TestStore one = store();
  private final TestStore two = store();
  private final RateBuckets buckets = new RateBuckets(database.database(), () -> skew);
  private final List<Duration> alarms = new ArrayList<>();

  @AfterEach
  void close() {
    two.close();
    one.close();
    database.close();
  }

  private TestStore store() {
    return new TestStore(
        database.database(),
        new CommitSettings(
            2, 500, true, (_, _, _, _) -> ScriptedInline.PROCEED, () -> skew, RunningLimits.NONE));
  }

  private static String rate(int maxStarts, String per) {
    return ("[{\"type\":\"Rate\",\"matcher\":{\"kind\":\"test\",\"status\":\"Running\",\"fields\":[]},"
                + "\"max_starts\":%d,\"per\":\"%s\"}]")
        .formatted(maxStarts, per);
  }

  private static TestTask[] tasks(int count, int maxStarts, String per) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(no -> TestTask.task(Integer.toString(no)).rules(rate(maxStarts, per)))
        .toArray(TestTask[]::new);
  }

  private static List<Integer> claim(TestStore store, int room) {
    var lane = Map.of(Lane.work(Workspace.DEFAULT, "test"), room);
    return store.claims.claim(new ClaimRequest("w", true, lane, room, null)).stream()
        .map(claimed -> claimed.task().no())
        .toList();
  }

  private void pass(Duration time) {
    skew = skew.plus(time);
    buckets.unparkDue();
  }

  @Test
  void afterARestAllTokensStartAtOnceAndTheOthersFollowOneByOne() {
    one.submit("mails", tasks(20, 10, HUNDRED_SECONDS));
    assertThat(claim(one, 20)).hasSize(10);
    assertThat(claim(two, 20)).isEmpty();
    for (int seconds = 10; seconds <= 100; seconds += 10) {
      pass(Duration.ofSeconds(9));
      assertThat(claim(two, 20)).as("before %d s", seconds).isEmpty();
      pass(Duration.ofSeconds(1));
      assertThat(claim(seconds % 20 == 0 ? one : two, 20)).as("after %d s", seconds).hasSize(1);
    }
  }

  @Test
  void twoServersThatClaimAtOnceShareTheTokens() throws Exception {
    one.submit("mails", tasks(200, 50, "PT5000S"));
    int started = 0;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> claims = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        TestStore store = i % 2 == 0 ? one : two;
        claims.add(executor.submit(() -> claim(store, 3).size()));
      }
      for (Future<Integer> claim : claims) {
        started += claim.get();
      }
    }
    assertThat(started).isEqualTo(50);
  }

  @Test
  void overALongTimeNoMoreStartThanTheBucketHeldAndGotBack() {
    one.submit("mails", tasks(300, 10, HUNDRED_SECONDS));
    int started = 0;
    for (int round = 1; round <= 100; round++) {
      started += claim(round % 2 == 0 ? one : two, 7).size();
      pass(Duration.ofSeconds(13));
    }
    // The tenth of a token that a round of 13 s leaves over is not lost.
    assertThat(started).isBetween(10 + 99 * 13 / 10 - 1, 10 + 99 * 13 / 10);
  }

  @Test
  void aBucketIsKeptWhenServersStop() {
    one.submit("mails", tasks(4, 2, HUNDRED_SECONDS));
    assertThat(claim(one, 4)).containsExactly(1, 2);
    try (TestStore restarted = store()) {
      assertThat(claim(restarted, 4)).isEmpty();
      pass(Duration.ofSeconds(50));
      assertThat(claim(restarted, 4)).containsExactly(3);
    }
  }

  @Test
  void everyAttemptIsAStart() {
    UUID batch = one.submit("mails", TestTask.task("1").retry(3).rules(rate(2, HUNDRED_SECONDS)));
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThat(claim(one, 1)).as("attempt %d", attempt).containsExactly(1);
      one.fail(new TaskKey(batch, 1), "no");
      skew = skew.plusSeconds(20);
      one.committer.apply(new Command.Retry(new TaskKey(batch, 1)));
    }
    assertThat(claim(one, 1)).isEmpty();
  }

  @Test
  void onlyTasksWithTheRuleTakeTokensAndWait() {
    one.submit("free", TestTask.task("1"), TestTask.task("2"));
    one.submit("ruled", tasks(2, 1, HUNDRED_SECONDS));
    assertThat(claim(one, 4)).containsExactly(1, 2, 1);
    one.submit("free", TestTask.task("1"));
    assertThat(claim(one, 4)).containsExactly(1);
  }

  @Test
  void workspacesDoNotShareABucket() {
    one.submit("mails", tasks(2, 1, HUNDRED_SECONDS));
    assertThat(claim(one, 2)).containsExactly(1);

    var workspaces = new Workspaces(database.database());
    workspaces.put(TestStore.CALLER, "t", "w", Quotas.NONE);
    Workspace workspace = workspaces.find("t", "w").orElseThrow().workspace();
    Caller other = new Caller(workspace, "test");
    BatchSpec batch = TestStore.spec("mails", null, tasks(2, 1, HUNDRED_SECONDS));
    one.submissions.submit(other, batch, null, _ -> {});
    var lane = Map.of(Lane.work(other.workspace(), "test"), 2);
    assertThat(one.claims.claim(new ClaimRequest("w", true, lane, 2, null))).hasSize(1);
    assertThat(database.text("select string_agg(name, ', ' order by name) from bucket"))
        .isEqualTo(
            "rate:%d:test|kind 'test'|1/PT1M40S, rate:test|kind 'test'|1/PT1M40S"
                .formatted(workspace.number()));
  }

  @Test
  void tasksThatWaitForATokenAreUnparkedInTheirOrder() {
    one.submit(
        "mails",
        TestTask.task("1").rules(rate(1, HUNDRED_SECONDS)),
        TestTask.task("2").rules(rate(1, HUNDRED_SECONDS)),
        TestTask.task("3").priority(5).rules(rate(1, HUNDRED_SECONDS)));
    assertThat(claim(one, 3)).containsExactly(3);
    pass(Duration.ofSeconds(100));
    assertThat(claim(one, 3)).containsExactly(1);
    pass(Duration.ofSeconds(100));
    assertThat(claim(one, 3)).containsExactly(2);
  }

  @Test
  void aClaimThatLeavesTasksWaitingTellsWhenTheNextMayStart() {
    one.claims.alarm(alarms::add);
    one.submit("mails", tasks(1, 2, HUNDRED_SECONDS));
    assertThat(claim(one, 1)).hasSize(1);
    assertThat(alarms).isEmpty();
    assertThat(buckets.untilNext()).isEmpty();
    one.submit("mails", tasks(3, 2, HUNDRED_SECONDS));
    assertThat(claim(one, 3)).hasSize(1);
    assertThat(alarms).hasSize(1);
    assertThat(alarms.getFirst()).isBetween(Duration.ofSeconds(49), Duration.ofSeconds(50));
    assertThat(buckets.untilNext())
        .hasValueSatisfying(
            until -> assertThat(until).isBetween(Duration.ofSeconds(49), Duration.ofSeconds(50)));
    pass(Duration.ofSeconds(50));
    assertThat(buckets.untilNext()).as("until a claim has looked").isEmpty();
  }
}
