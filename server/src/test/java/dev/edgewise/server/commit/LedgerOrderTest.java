package dev.edgewise.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.retry.FailureType;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The ledger has the entries of a task in the order of its states, even if a call is answered while
 * the transaction that ends its task is under way.
 */
@Timeout(60)
class LedgerOrderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private UUID batch;
  private TaskKey first;
  private TaskKey second;

  @BeforeEach
  void claimTwo() {
    batch =
        store.submit(
            "two",
            TestTask.task("1").calls("http://receiver.test/"),
            TestTask.task("2").calls("http://receiver.test/").retry(1));
    first = store.claimFor("receiver.test");
    second = store.claimFor("receiver.test");
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  /**
   * Ends both tasks in one transaction, which has to wait for the row of the first; meanwhile the
   * call of the second is answered.
   */
  private void race(Runnable end) {
    CompletableFuture<Void> ending;
    try (var holder = database.database().reader().open()) {
      holder.begin();
      holder.execute(
          "select from task_state where batch_id = ? and no = ? for update", batch, first.no());
      ending = CompletableFuture.runAsync(end);
      await().atMost(PATIENCE).until(this::isARowAwaited);
      store.started(second, null);
      holder.commit();
    }
    ending.join();
  }

  private boolean isARowAwaited() {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    "select exists (select from pg_locks where not granted"
                        + " and locktype in ('transactionid', 'tuple'))")
                .mapTo(Boolean.class)
                .one());
  }

  private void commit(Function<TaskKey, Command> command) {
    assertThat(store.committer.applyAll(Stream.of(first, second).map(command).toList()))
        .allMatch(Answer.Applied.class::isInstance);
  }

  private List<String> ledger(TaskKey task) {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery("select type from event where :no = any (nos) order by seq")
                .bind("no", task.no())
                .mapTo(String.class)
                .list());
  }

  @Test
  void theEntryOfASuccessFollowsTheEntryOfTheAnswer() {
    race(() -> commit(task -> new Command.Succeed(task, null, null)));

    assertThat(ledger(second)).containsExactly("pending", "claimed", "running", "success");
  }

  @Test
  void theEntryOfAFailureFollowsTheEntryOfTheAnswer() {
    race(() -> commit(task -> new Command.Fail(task, null, FailureType.EXPLICIT, "boom", false)));

    assertThat(ledger(second)).containsExactly("pending", "claimed", "running", "failure");
  }

  @Test
  void theEntryOfARetryFollowsTheEntryOfTheAnswer() {
    race(() -> commit(task -> new Command.Fail(task, null, FailureType.EXPLICIT, "boom", true)));

    assertThat(ledger(second)).containsExactly("pending", "claimed", "running", "retry_pending");
  }

  @Test
  void theEntryOfACancellationFollowsTheEntryOfTheAnswer() {
    race(() -> commit(task -> new Command.Cancel(task, false)));

    assertThat(ledger(second)).containsExactly("pending", "claimed", "running", "canceled");
  }

  @Test
  void theEntryOfAStopFollowsTheEntryOfTheAnswer() {
    race(() -> assertThat(store.stop.stop(TestStore.CALLER, batch)).isPresent());

    assertThat(ledger(second)).containsExactly("pending", "claimed", "running", "canceled");
  }
}
