package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server remembers of its batches, and how it detects that it is outdated. */
class RecallTest {
  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final TestStore other = new TestStore(database.database());

  @BeforeEach
  void learnTheDatabasesTime() {
    store.submit("first", TestTask.task("a").kind("first"));
    store.succeed(store.claim("first"), null);
  }

  @AfterEach
  void close() {
    other.close();
    store.close();
    database.close();
  }

  private static TestTask[] chain(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> i == 0 ? TestTask.task("0") : TestTask.task("" + i).after("" + (i - 1)))
        .toArray(TestTask[]::new);
  }

  private Claimed claim() {
    return claim(
        new ClaimRequest("w", true, Map.of(Lane.work(Workspace.DEFAULT, "test"), 1), 1, 30));
  }

  private Claimed claim(ClaimRequest request) {
    return store.claims.claim(request).getFirst();
  }

  private static Command succeeded(Claimed claimed) {
    return new Command.Succeed(claimed.task(), claimed.token(), null);
  }

  /**
   * Completes a task and returns how many statements that took, not counting an attempt from memory
   * that failed; a single one runs without BEGIN.
   */
  private int exchanges(Claimed claimed) {
    try (var count = StatementCount.of(database.database())) {
      assertThat(store.committer.apply(succeeded(claimed))).isInstanceOf(Answer.Applied.class);
      assertThat(count.begun()).isEqualTo(count.statements() == 1 ? 0 : 2);
      return count.statements();
    }
  }

  private String states(UUID batchId) {
    return database.text(
        "select string_agg(status::text, ' ' order by no) from task_state where batch_id = '"
            + batchId
            + "'");
  }

  @Test
  void completionsOfABatchThatThisServerSubmittedReadNothing() {
    UUID batchId = store.submit("chain", chain(3));

    assertThat(List.of(exchanges(claim()), exchanges(claim()), exchanges(claim()))).containsOnly(1);
    assertThat(states(batchId)).isEqualTo("success success success");
    assertThat(database.text("select version::text from batch where name = 'chain'"))
        .isEqualTo("3");
  }

  @Test
  void theStatementsOfTheOneExchangeAreCommittedTogetherOrNotAtAll() {
    UUID batchId = store.submit("chain", chain(2));
    Claimed parent = claim();
    var unwritable = new Command.Succeed(parent.task(), parent.token(), "no JSON");

    assertThatThrownBy(() -> store.committer.apply(unwritable)).hasMessageContaining("json");
    assertThat(states(batchId)).isEqualTo("running waiting");
    store.committer.apply(new Command.Succeed(parent.task(), parent.token(), "1"));
    assertThat(states(batchId)).isEqualTo("success pending");
  }

  @Test
  void completionsOfCalledTasksReadNothing() {
    Actions actions = new Actions(TestTask.call("http://host.test/"), null, null, null);
    UUID batchId =
        store.submit(
            "calls",
            TestTask.task("a").actions(actions),
            TestTask.task("b").actions(actions).after("a"));
    var host = new ClaimRequest("s", false, Map.of(Lane.hook("host.test"), 1), 1, 30);

    assertThat(exchanges(claim(host))).as("before the call is answered").isEqualTo(1);
    TaskKey answered = store.claimFor("host.test");
    store.started(answered, null);
    assertThat(exchanges(held(answered))).as("after it").isEqualTo(1);
    assertThat(states(batchId)).isEqualTo("success success");
  }

  private Claimed held(TaskKey task) {
    return new Claimed(task, new Token(0, 1), "test", "b", "", null, null, null, 0, Instant.EPOCH);
  }

  @Test
  void aBatchOfAnotherServerIsReadOnce() {
    UUID batchId = store.submit("chain", chain(4));
    var submitted = claim();
    assertThat(other.committer.apply(succeeded(submitted))).isInstanceOf(Answer.Applied.class);

    try (var count = StatementCount.of(database.database())) {
      other.committer.apply(succeeded(claim()));
      assertThat(count.statements())
          .as("with its claim and what the task after it is")
          .isEqualTo(3);
    }
    assertThat(states(batchId)).isEqualTo("success success pending waiting");
  }

  @Test
  void aChangeByAnotherServerIsDetectedAndRead() {
    UUID batchId =
        store.submit(
            "join",
            TestTask.task("a"),
            TestTask.task("b"),
            TestTask.task("c").after("a").after("b"),
            TestTask.task("d").after("c"));
    Claimed first = claim();
    Claimed second = claim();
    other.committer.apply(succeeded(first));

    assertThat(exchanges(second))
        .as("lock and read, then apply, after a failed attempt from memory")
        .isEqualTo(2);
    assertThat(states(batchId)).isEqualTo("success success pending waiting");
    Claimed third = claim();
    assertThat(exchanges(third)).as("it is read once more").isEqualTo(2);
    assertThat(exchanges(claim())).as("no other server has changed it").isEqualTo(1);
  }

  @Test
  void aChildThatWasPausedMeanwhileStaysPaused() {
    UUID batchId = store.submit("chain", chain(2));
    Claimed parent = claim();
    other.committer.apply(new Command.Pause(new TaskKey(batchId, 2)));
    store.committer.apply(succeeded(parent));

    assertThat(states(batchId)).isEqualTo("success paused");
    store.committer.apply(new Command.Resume(new TaskKey(batchId, 2)));
    assertThat(states(batchId)).isEqualTo("success pending");
  }

  @Test
  void aCompletionOfAStoppedBatchIsRefused() {
    UUID batchId = store.submit("chain", chain(2));
    Claimed parent = claim();
    store.stop.stop(TestStore.CALLER, batchId);

    assertThat(store.committer.apply(succeeded(parent))).isInstanceOf(Answer.Refused.class);
    assertThat(states(batchId)).isEqualTo("canceled canceled");
  }

  @Test
  void aRepeatedReportIsAnsweredAsRepeated() {
    store.submit("chain", chain(2));
    Claimed parent = claim();
    store.committer.apply(succeeded(parent));

    assertThat(store.committer.apply(succeeded(parent))).isInstanceOf(Answer.Repeated.class);
  }

  @Test
  void aTokenOfAClaimThatNeverHappenedIsRefused() {
    UUID batchId = store.submit("chain", chain(2));
    TaskKey unclaimed = new TaskKey(batchId, 1);

    assertThat(store.committer.apply(new Command.Succeed(unclaimed, new Token(0, 1), null)))
        .isInstanceOf(Answer.Refused.class);
    assertThat(states(batchId)).isEqualTo("pending waiting");
  }

  @Test
  void aParkedTaskGetsThePlaceThatACompletionFrees() {
    store.submit(
        "ruled",
        TestTask.task("a").rules(TestTask.oneAtATime("test")),
        TestTask.task("b").rules(TestTask.oneAtATime("test")),
        TestTask.task("c").rules(TestTask.oneAtATime("test")));
    for (int i = 0; i < 3; i++) {
      Claimed only = claim();
      assertThat(store.tryClaim("test")).as("a second place").isFalse();
      store.committer.apply(succeeded(only));
    }
  }

  @Test
  void aCompletionReachesAChildThatAnotherBatchAddedMeanwhile() {
    UUID parents = store.submit("parents", chain(2));
    Claimed first = claim();
    UUID children =
        store.submit(
            "children",
            TestTask.task("x").kind("x").on(Condition.ALWAYS, new TaskKey(parents, 2).publicId()));
    store.committer.apply(succeeded(first));
    store.committer.apply(succeeded(claim()));

    assertThat(states(children)).isEqualTo("pending");
  }

  @Test
  void aSpreadOfARememberedBatchIsCompleted() {
    UUID batchId =
        store.submit(
            "spread", TestTask.task("a"), TestTask.task("s").flow(TestFlow.spread("2")).after("a"));
    store.committer.apply(succeeded(claim()));
    store.committer.apply(succeeded(claim()));
    store.committer.apply(succeeded(claim()));

    assertThat(states(batchId)).isEqualTo("success success success success");
  }
}
