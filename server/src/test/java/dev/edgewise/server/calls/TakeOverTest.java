package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.testing.LogCapture;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that find a call which another server has begun. */
@Timeout(120)
class TakeOverTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.open();
  private final Receiver receiver = Receiver.start();

  @AfterEach
  void close() {
    receiver.close();
    database.close();
  }

  private TestNode node(Options options) {
    return new TestNode(database.settings(), options);
  }

  private static void awaitStatus(TestNode node, TaskKey task, String status) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(node.status(task)).isEqualTo(status));
  }

  @Test
  void aCallOfADeadServerIsRepeatedOnlyAfterTheClaimTimeout() {
    var release = new CountDownLatch(1);
    var calls = new AtomicInteger();
    receiver.answering(_ -> {
      if (calls.incrementAndGet() == 1) {
        release.await();
      }
      return Answer.of(200);
    });
    Options options = Options.DEFAULT.claimTimeout(Duration.ofSeconds(2));
    var dying = node(options);
    TaskKey task = dying.submit(TestNode.task(receiver.action("/")));
    await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);
    try (var log = new LogCapture(Calls.class.getName());
        var survivor = node(options)) {
      long killed = System.nanoTime();
      dying.kill();

      awaitStatus(survivor, task, "running");
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isGreaterThan(Duration.ofSeconds(1));
      assertThat(receiver.callsByKey()).containsEntry(task + ":start", 2);
      assertThat(survivor.count("select attempts from webhook_execution")).isEqualTo(2);
      assertThat(log.lines())
          .containsOnlyOnce(
              ("WARNING Delivery %s:start is taken over: the server that was making it did not"
                      + " renew it in time")
                  .formatted(task));
    } finally {
      release.countDown();
    }
  }

  @Test
  void aFreshCallOfAnotherServerHoldsTheTaskBackUntilItHasSucceeded() {
    try (var log = new LogCapture(Calls.class.getName());
        var node = node(Options.DEFAULT)) {
      TaskKey task =
          node.submit(TestNode.task(new Actions(receiver.action("/"), null, null, null), null, 60));
      awaitStatus(node, task, "running");
      // As if another server had claimed the attempt before and were still calling.
      database.damagedBecause("a task that the ledger has as running goes back into the queue");
      node.database
          .engine()
          .useTransaction(handle -> {
            handle.execute(
                "update webhook_execution set status = 'pending', updated_at = clock_timestamp()");
            handle.execute("update batch set version = version + 1");
            handle.execute("update task_state set status = 'pending', started_at = null");
            handle.execute("delete from lease");
            handle.execute(
                "insert into queue (batch_id, no, lane, priority, ready_at)"
                    + " select batch_id, no, lane, 0, now() from task");
          });
      node.signals.committed(List.of(), true, false, false);

      awaitStatus(node, task, "claimed");
      await()
          .atMost(PATIENCE)
          .until(() -> node.metrics.counter("webhook.idempotent.conflicts").count() == 1);
      // Several polls later it is still the same conflict.
      await()
          .pollDelay(Duration.ofSeconds(1))
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(node.metrics.counter("webhook.idempotent.conflicts").count())
                  .isEqualTo(1));
      assertThat(log.lines())
          .containsExactly(
              "INFO Delivery %s:start waits: another server is making the call".formatted(task));
      assertThat(receiver.calls()).hasSize(1);
      assertThat(node.status(task)).isEqualTo("claimed");
      node.database
          .engine()
          .useHandle(handle -> handle.execute("update webhook_execution set status = 'success'"));
      awaitStatus(node, task, "running");
      assertThat(receiver.calls()).hasSize(1);
    }
  }
}
