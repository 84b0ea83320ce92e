package dev.edgewise.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.FairShares;
import dev.edgewise.server.store.claim.RateBuckets;
import dev.edgewise.server.store.retention.Retention;
import dev.edgewise.server.store.retention.Retention.Removed;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches are kept for 30 days; the sweeper's clock is 40 days ahead. */
@Timeout(120)
class SweeperTest {
  private static final Duration AGE = Duration.ofDays(30);
  private static final Duration PASSED = Duration.ofDays(40);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());

  @AfterEach
  void close() {
    FsckAssertion.assertClean(database.database());
    store.close();
    database.close();
  }

  private Sweeper sweeper(int batchSize) {
    Instant later = Instant.now().plus(PASSED);
    return new Sweeper(
        new Retention(database.database()),
        new RateBuckets(database.database(), () -> PASSED),
        new SentSignals(
            database.database(), new Signals(), Duration.ofHours(1), () -> Duration.ZERO),
        new FairShares(database.database()),
        new Settings.Retention(true, AGE, Duration.ofHours(1), batchSize),
        () -> later);
  }

  private static TestTask task() {
    return TestTask.task("a");
  }

  private UUID succeeded(String name, TestTask task) {
    UUID batchId = store.submit(name, task);
    store.succeed(store.claim("test"), "1");
    return batchId;
  }

  private List<String> names() {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle.createQuery("select name from batch order by name").mapTo(String.class).list());
  }

  private void execute(String sql, UUID batchId) {
    database.database().reader().useHandle(handle -> handle.execute(sql, batchId));
  }

  @Test
  void onlyBucketsThatAreFullAgainAreRemoved() {
    try (Handle handle = database.database().reader().open()) {
      handle.execute(
          """
          insert into bucket (name, max_starts, per_secs, full_at, due_at) values
            ('full', 1, 1, now() + interval '39 days', null),
            ('awaited', 1, 1, now() + interval '39 days', now() + interval '39 days'),
            ('filling', 1, 1, now() + interval '41 days', null)
          """);
      try (Sweeper sweeper = sweeper(1)) {
        assertThat(sweeper.sweepBuckets()).isEqualTo(1);
      }
      assertThat(
              handle
                  .createQuery("select name from bucket order by name")
                  .mapTo(String.class)
                  .list())
          .containsExactly("awaited", "filling");
    }
  }

  @Test
  void onlyBatchesThatEndedLongAgoAreRemoved() {
    everyKind();

    try (Sweeper sweeper = sweeper(2)) {
      assertThat(sweeper.runOnce()).isEqualTo(new Removed(6, 7));
      assertThat(names())
          .containsExactly("live", "live child", "owed", "parent of live", "partly", "recent");
      assertThat(sweeper.runOnce()).as("once only").isEqualTo(new Removed(0, 0));
    }
    for (String table : List.of("task", "task_state", "fact", "result", "event", "outbox")) {
      assertThat(
              database.text(
                  "select count(*)::text from %s where batch_id not in (select batch_id from batch)"
                      .formatted(table)))
          .as(table)
          .isEqualTo("0");
    }
  }

  /** A batch in each state, those that must stay among them. */
  private void everyKind() {
    store.submit("succeeded", task(), TestTask.task("b").after("a"));
    store.succeed(store.claim("test"), "1");
    store.succeed(store.claim("test"), "1");
    store.submit("failed", task());
    store.fail(store.claim("test"), "no");
    store.stop.stop(TestStore.CALLER, store.submit("canceled", task()));

    String call = "[" + TestTask.call("http://host.test/") + "]";
    Actions calls = new Actions(null, call, null, null);
    succeeded("owed", task().actions(calls));
    execute(
        "update outbox set dead = true where batch_id = ?",
        succeeded("given up", task().actions(calls)));
    execute(
        "update batch set completed_at = completed_at + interval '20 days' where batch_id = ?",
        succeeded("recent", task()));

    UUID live = succeeded("parent of live", task());
    UUID ended = succeeded("parent of ended", task());
    succeeded("ended child", task().on(Condition.ALWAYS, new TaskKey(ended, 1).publicId()));
    store.submit("live child", task().on(Condition.ALWAYS, new TaskKey(live, 1).publicId()));
    store.claim("test");
    store.submit("partly", task(), TestTask.task("b").after("a"));
    store.succeed(store.claim("test"), null);
    store.submit("live", TestTask.task("b").kind("idle"));
  }

  @Test
  void aStepIsBoundedAndARoundRunsAllSteps() {
    for (int i = 0; i < 7; i++) {
      succeeded("old", task());
    }
    assertThat(new Retention(database.database()).step(Instant.now().plus(PASSED), 3).batches())
        .isEqualTo(3);
    try (Sweeper sweeper = sweeper(3)) {
      assertThat(sweeper.runOnce()).isEqualTo(new Removed(4, 4));
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void oldEntriesOfTheAuditTrailAreRemovedInBoundedSteps() {
    for (int i = 0; i < 7; i++) {
      store.submit("live", task());
    }
    database
        .database()
        .reader()
        .useHandle(handle ->
            handle.execute(
                "update audit set at = at + interval '20 days' where audit_id in (select audit_id"
                    + " from audit order by audit_id desc limit 2)"));
    Instant cutoff = Instant.now().plus(PASSED).minus(AGE);
    assertThat(new Retention(database.database()).auditStep(cutoff, 3)).isEqualTo(3);
    try (Sweeper sweeper = sweeper(4)) {
      assertThat(sweeper.sweepAudit()).isEqualTo(2);
      assertThat(database.text("select count(*)::text from audit")).isEqualTo("2");
      assertThat(sweeper.sweepAudit()).isZero();
    }
  }

  @Test
  void theLoopSweepsByItself() {
    succeeded("old", task());
    store.submit("live", task());
    try (Sweeper sweeper = sweeper(10).start()) {
      await().until(() -> names().equals(List.of("live")));
      await().until(() -> database.text("select count(*)::text from audit").equals("0"));
      assertThat(sweeper.pulse().beats(System.nanoTime())).isTrue();
    }
  }
}
