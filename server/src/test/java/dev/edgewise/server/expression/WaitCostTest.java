package dev.edgewise.server.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.engine.Timekeeper;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.store.wait.SentSignals;
import dev.edgewise.server.store.wait.SentSignals.Sent;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The statements that waits cost, few or many. */
@Timeout(120)
class WaitCostTest {
  private static final int MANY = 10_000;

  private static TestDatabase testDatabase;
  private static Database database;
  private static FlowStore store;
  private static SentSignals sent;

  @BeforeAll
  static void open() {
    testDatabase = TestDatabase.open();
    database = testDatabase.database();
    store = new FlowStore(database);
    sent = new SentSignals(database, new Signals(), Duration.ofHours(1), () -> Duration.ZERO);
  }

  @AfterAll
  static void close() {
    store.close();
    testDatabase.close();
  }

  private static UUID waiting(int count, String wait) {
    return store.submit(
        "[{'id':'s','spread':'lists.range(%d)','wait':{%s}}]".formatted(count, wait));
  }

  private static int signalling(int waits) {
    UUID batch = waiting(waits, "'signal':{'name':'go'}");
    try (StatementCount count = StatementCount.of(database)) {
      assertThat(
              sent.toBatch(TestStore.CALLER, batch, new SentSignals.Signal("go", null, "1", "id")))
          .isEqualTo(new Sent.Done(waits, false, false));
      return count.statements();
    }
  }

  private static Timekeeper timekeeper() {
    return new Timekeeper(
        new DueWork(database, () -> Duration.ZERO),
        new ParkedTasks(database),
        store.committer,
        Duration.ofHours(1));
  }

  private static int resting() {
    try (Timekeeper keeper = timekeeper();
        StatementCount count = StatementCount.of(database)) {
      assertThat(keeper.runOnce().waited()).isZero();
      return count.statements();
    }
  }

  @Test
  void aSignalTakesTheSameStatementsForOneWaitAndForManyAndSoDoesARest() {
    assertThat(signalling(MANY)).isEqualTo(signalling(1)).isLessThanOrEqualTo(5);
    try (Timekeeper keeper = timekeeper();
        StatementCount count = StatementCount.of(database)) {
      assertThat(keeper.runOnce().waited()).isEqualTo(MANY + 1);
      // A group of the committer holds 500 of them.
      assertThat(count.statements()).isLessThan(MANY / 20);
    }
    assertThat(store.query("select count(*) from batch where state = 'succeeded'")).isEqualTo("2");
    int before = resting();
    UUID batch = waiting(MANY, "'for':'PT1H'");
    assertThat(resting()).isEqualTo(before).isLessThanOrEqualTo(6);
    store.stop.stop(TestStore.CALLER, batch);
  }

  @Test
  void keptSignalsAreBoundedByName() {
    UUID batch = store.submit("[{'id':'a'}]");
    database
        .engine()
        .useHandle(handle ->
            handle
                .createUpdate(
                    "insert into signal (workspace, batch_id, name, sent_at)"
                        + " select 0, :batch, 'go', now() from generate_series(1, :max)")
                .bind("batch", batch)
                .bind("max", Limits.SIGNALS_KEPT_MAX)
                .execute());
    var signal = new SentSignals.Signal("go", null, "1", "id");
    assertThat(sent.toBatch(TestStore.CALLER, batch, signal)).isEqualTo(new Sent.TooMany());
    assertThat(store.query("select count(*) from signal where batch_id = ?", batch))
        .isEqualTo(Integer.toString(Limits.SIGNALS_KEPT_MAX));
    assertThat(store.query("select count(*) from signal_id where batch_id = ?", batch))
        .isEqualTo("0");
    var other = new SentSignals.Signal("other", null, "1", "id");
    assertThat(sent.toBatch(TestStore.CALLER, batch, other))
        .isEqualTo(new Sent.Done(0, true, false));
    store.stop.stop(TestStore.CALLER, batch);
  }
}
