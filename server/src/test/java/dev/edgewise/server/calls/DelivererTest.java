package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.store.delivery.Replays;
import dev.edgewise.server.store.delivery.Replays.Replay;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.Receiver.Received;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class DelivererTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  private String list(String... paths) {
    return List.of(paths).stream().map(receiver::action).toList().toString();
  }

  private static void awaitStatus(TestNode node, TaskKey task, String status) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(node.status(task)).isEqualTo(status));
  }

  @Test
  void everyActionOfTheEndIsCalledUnderItsOwnKey() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call ->
          call.trigger().equals("start")
              ? Answer.of(200, "{\"status\":\"Success\"}")
              : Answer.of(200, "thanks"));
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), list("/a", "/b", "/c"), list("/never"), null),
                  null,
                  60));

      await().atMost(PATIENCE).until(() -> receiver.calls("success").size() == 3);
      await().atMost(PATIENCE).until(() -> node.count("select count(*) from outbox") == 0);
      assertThat(node.status(task)).isEqualTo("success");
      assertThat(receiver.calls("success"))
          .extracting(call -> call.uri().getPath(), Received::key)
          .containsExactlyInAnyOrder(
              tuple("/a", task + ":success"),
              tuple("/b", task + ":success/1"),
              tuple("/c", task + ":success/2"));
      assertThat(receiver.calls("failure")).isEmpty();
      assertThat(
              node.count(
                  "select count(*) from webhook_execution where trigger = 'success' and status ="
                      + " 'success' and response_status = 200 and response_body = 'thanks' and"
                      + " attempts = 1"))
          .isEqualTo(3);
    }
  }

  @Test
  void aConflictWithAnotherCallerCountsOnceHoweverOftenItIsMet() {
    try (var node = node(Options.DEFAULT)) {
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), list("/told"), null, null), null, 60));
      awaitStatus(node, task, "running");
      // As if another server were calling.
      node.database
          .engine()
          .useHandle(handle ->
              handle.execute(
                  "insert into webhook_execution (batch_id, no, trigger, condition,"
                      + " idempotency_key, status, attempt, attempts, created_at, updated_at)"
                      + " values (?, ?, 'success', 'success', ?, 'pending', 0, 1, now(), now())",
                  task.batchId(),
                  task.no(),
                  task + ":success"));
      node.committer.apply(new Command.Succeed(task, null, null));

      await().atMost(PATIENCE).until(() -> node.count("select max(deliveries) from outbox") >= 3);
      assertThat(node.metrics.counter("webhook.idempotent.conflicts").count()).isEqualTo(1);
      assertThat(receiver.calls("success")).isEmpty();
    }
  }

  @Test
  void noFailureIsReportedBeforeTheLastAttemptHasFailed() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call -> Answer.of(call.trigger().equals("start") ? 400 : 200));
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), null, list("/failed"), list("/canceled")),
                  new RetryPolicy(2, 1, 1.0, 1, null, 0),
                  60));

      await().atMost(PATIENCE).until(() -> !receiver.calls("failure").isEmpty());
      assertThat(receiver.calls())
          .extracting(Received::key)
          .containsExactly(
              task + ":start", task + ":start:1", task + ":start:2", task + ":failure:2");
      assertThat(node.status(task)).isEqualTo("failure");
    }
  }

  @Test
  void aTimeoutCallsTheCancelActionsOfItsAttempt() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call ->
          call.trigger().equals("start")
              ? Answer.of(202, receiver.action("/stop" + call.header("X-Task-Attempt")))
              : Answer.of(200));
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), null, null, list("/canceled")),
                  new RetryPolicy(1, 1, 1.0, 1, null, 0),
                  1));

      awaitStatus(node, task, "failure");
      await().atMost(PATIENCE).until(() -> receiver.calls("cancel").size() == 4);
      assertThat(receiver.calls("cancel"))
          .extracting(call -> call.uri().getPath(), Received::key)
          .containsExactlyInAnyOrder(
              tuple("/canceled", task + ":cancel"),
              tuple("/stop0", task + ":cancel/1"),
              tuple("/canceled", task + ":cancel:1"),
              tuple("/stop1", task + ":cancel:1/1"));
    }
  }

  @Test
  void aReceiverThatIsDownGetsItsCallsWhenItIsBackAlsoFromAnotherServer() {
    TaskKey task;
    int port;
    try (var gone = Receiver.start()) {
      port = gone.port();
    }
    String down =
        "[{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://127.0.0.1:%d/x\",\"verb\":\"Put\"}}]"
            .formatted(port);
    try (var node = node(Options.DEFAULT)) {
      task =
          node.submit(TestNode.task(new Actions(receiver.action("/"), down, null, null), null, 60));
      awaitStatus(node, task, "running");
      Instant before = Instant.now();
      node.committer.apply(new Command.Succeed(task, null, null));
      assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(3));
      await()
          .atMost(PATIENCE)
          .until(() -> node.count("select coalesce(max(deliveries), 0) from outbox") >= 2);
    }
    try (var back = Receiver.startAt(port);
        var restarted = node(Options.DEFAULT)) {
      await().atMost(PATIENCE).until(() -> back.calls().size() == 1);
      assertThat(back.calls().getFirst().key()).isEqualTo(task + ":success");
      await().atMost(PATIENCE).until(() -> restarted.count("select count(*) from outbox") == 0);
    }
  }

  @Test
  void afterTheLimitADeliveryIsDeadAndCanBeReplayed() {
    try (var node = node(Options.DEFAULT.maxDeliveries(2))) {
      var healthy = new AtomicInteger();
      receiver.answering(call ->
          call.trigger().equals("start")
              ? Answer.of(200, "{\"status\":\"Success\"}")
              : Answer.of(healthy.get() == 0 ? 500 : 200));
      TaskKey task =
          node.submit(
              TestNode.task(new Actions(receiver.action("/"), list("/x"), null, null), null, 60));
      String key = task + ":success";
      await()
          .atMost(PATIENCE)
          .until(() -> node.count("select count(*) from outbox where dead") == 1);
      assertThat(receiver.calls("success")).hasSize(2);

      var replays = new Replays(node.database, node.signals);
      healthy.set(1);
      assertThat(replays.replay(TestStore.CALLER, key)).isEqualTo(Replay.OWED);
      await().atMost(PATIENCE).until(() -> node.count("select count(*) from outbox") == 0);
      assertThat(receiver.calls("success")).hasSize(3);

      assertThat(replays.replay(TestStore.CALLER, key))
          .as("also one that was delivered")
          .isEqualTo(Replay.OWED);
      await().atMost(PATIENCE).until(() -> receiver.calls("success").size() == 4);
      assertThat(replays.replay(TestStore.CALLER, task + ":start")).isEqualTo(Replay.START);
      assertThat(replays.replay(TestStore.CALLER, task + ":failure")).isEqualTo(Replay.UNKNOWN);
    }
  }

  @Test
  void retryAfterDelaysTheNextCall() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call ->
          call.trigger().equals("start")
              ? Answer.of(200, "{\"status\":\"Success\"}")
              : new Answer(429, "", Map.of("Retry-After", "600")));
      node.submit(
          TestNode.task(new Actions(receiver.action("/"), list("/x"), null, null), null, 60));

      await()
          .atMost(PATIENCE)
          .until(() ->
              node.count(
                      "select count(*) from outbox where due_at > clock_timestamp() + interval '590"
                          + " s'")
                  == 1);
    }
  }

  @Test
  void anEndIsReportedOnlyAfterTheStartCallHasEnded() {
    var release = new CountDownLatch(1);
    receiver.answering(call -> {
      if (call.trigger().equals("start")) {
        release.await();
      }
      return Answer.of(200);
    });
    try (var node = node(Options.DEFAULT)) {
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), list("/done"), null, null), null, 60));
      await().atMost(PATIENCE).until(() -> receiver.calls("start").size() == 1);
      node.committer.apply(new Command.Succeed(task, null, null));
      await()
          .pollDelay(Duration.ofSeconds(1))
          .atMost(PATIENCE)
          .until(() -> receiver.calls("success").isEmpty());
      release.countDown();

      await().atMost(PATIENCE).until(() -> receiver.calls("success").size() == 1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void aTaskThatIsCanceledBeforeItStartsOrIsSkippedOwesNoCall() {
    var calls = new Actions(null, list("/success"), list("/failure"), list("/canceled"));
    try (var store = new TestStore(database.database())) {
      UUID batchId =
          store.submit(
              null,
              TestTask.task("canceled").actions(calls),
              TestTask.task("skipped").on(Condition.ON_SUCCESS, "canceled").actions(calls));
      store.committer.apply(new Command.Cancel(new TaskKey(batchId, 1), false));

      assertThat(database.text("select string_agg(status::text, ' ' order by no) from task_state"))
          .isEqualTo("canceled skipped");
      assertThat(database.text("select count(*)::text from outbox")).isEqualTo("0");
    }
  }

  @Test
  void waitsDoubleAndAreShortenedAtRandom() {
    assertThat(List.of(1, 2, 3, 9, 10, 1000).stream().map(n -> DeliveryBackoff.after(n, null, 0)))
        .containsExactly(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(256),
            Duration.ofSeconds(300),
            Duration.ofSeconds(300));
    assertThat(DeliveryBackoff.after(3, null, 0.5)).isEqualTo(Duration.ofSeconds(3));
    assertThat(DeliveryBackoff.after(1, Duration.ofSeconds(30), 0))
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(DeliveryBackoff.after(1, Duration.ofDays(30), 0)).isEqualTo(Duration.ofHours(1));
    assertThat(DeliveryBackoff.after(9, Duration.ofSeconds(30), 0))
        .isEqualTo(Duration.ofSeconds(256));
  }
}
