package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.retry.RetryPolicy;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DispatcherTest {

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
  void anAcceptedCallMakesTheTaskRun() {
    try (var node = node(Options.DEFAULT)) {
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));

      awaitStatus(node, task, "running");
      assertThat(receiver.calls()).hasSize(1);
      assertThat(node.count("select count(*) from webhook_execution where status = 'success'"))
          .isEqualTo(1);
    }
  }

  @Test
  void theReceiverMayReportTheEndBeforeItAnswers() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call -> {
        String token = call.handle().getQuery().replace("token=", "");
        TaskKey task = TaskKey.of(UUID.fromString(call.header("X-Task-Id")));
        var answer =
            node.committer.apply(new Command.Succeed(task, node.tokens.decode(task, token), "42"));
        assertThat(answer).isInstanceOf(Applied.class);
        return Answer.of(200);
      });
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));

      awaitStatus(node, task, "success");
    }
  }

  @Test
  void aSynchronousAnswerCompletesTheTask() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(call ->
          call.uri().getPath().equals("/good")
              ? Answer.of(200, "{\"status\":\"Success\",\"result\":{\"a\":[1.50]}}")
              : Answer.of(200, "{\"status\":\"Failure\",\"failure_reason\":\"no luck\"}"));
      TaskKey good = node.submit(TestNode.task(receiver.action("/good")));
      TaskKey bad = node.submit(TestNode.task(receiver.action("/bad")));

      awaitStatus(node, good, "success");
      awaitStatus(node, bad, "failure");
      assertThat(node.column(bad, "failure_reason")).isEqualTo("no luck");
      assertThat(
              node.column(
                  good, "select value from result where result.batch_id = :b and result.no = :n"))
          .isEqualTo("{\"a\":[1.50]}");
    }
  }

  @Test
  void aClaimAndThePermissionToCallAreOneTransaction() {
    var release = new CountDownLatch(1);
    receiver.answering(_ -> {
      release.await();
      return Answer.of(200);
    });
    try (var node = node(Options.DEFAULT)) {
      node.submit(TestNode.task(receiver.action("/")));
      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);

      assertThat(
              node.count(
                  "select count(*) from task_state as state join webhook_execution as call"
                      + " using (batch_id, no) where state.xmin = call.xmin"))
          .isEqualTo(1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void theBeginningOfAnAnswerWithoutMeaningIsStored() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(_ -> Answer.of(202, "begun".repeat(1_000)));
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));

      awaitStatus(node, task, "running");
      assertThat(answer(node, task)).isEqualTo("begun".repeat(400));
    }
  }

  @Test
  void anAnswerIsReadAsAWholeAndNotByItsBeginning() {
    try (var node = node(Options.DEFAULT)) {
      String success = "{\"status\":\"Success\"}";
      receiver.answering(_ -> Answer.of(200, success + " ".repeat(3_000) + "not JSON"));
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));

      awaitStatus(node, task, "running");
      assertThat(answer(node, task)).isEqualTo("nothing");
    }
  }

  private static String answer(TestNode node, TaskKey task) {
    return node.column(
        task,
        "select coalesce(response_body, 'nothing') from webhook_execution as w"
            + " where w.batch_id = :b and w.no = :n");
  }

  @Test
  void aRefusalIsAWebhookFailureForTheRetryPolicy() {
    try (var node = node(Options.DEFAULT)) {
      var calls = new AtomicInteger();
      receiver.answering(_ -> Answer.of(calls.incrementAndGet() < 3 ? 500 : 200));
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), null, null, null),
                  new RetryPolicy(3, 1, 1.0, 1, null, 0),
                  60));

      awaitStatus(node, task, "running");
      assertThat(receiver.calls())
          .extracting(call -> call.key())
          .containsExactly(task + ":start", task + ":start:1", task + ":start:2");
      assertThat(node.column(task, "attempt")).isEqualTo("2");
    }
  }

  @Test
  void withoutARetryPolicyARefusalEndsTheTask() {
    try (var node = node(Options.DEFAULT)) {
      receiver.answering(_ -> Answer.of(404, "not here"));
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));

      awaitStatus(node, task, "failure");
      assertThat(node.column(task, "failure_reason"))
          .isEqualTo("on_start webhook failed: answered 404");
    }
  }

  @Test
  void theDispatcherClaimsOnlyTasksThatItCanCallNow() {
    var release = new CountDownLatch(1);
    receiver.answering(_ -> {
      release.await();
      return Answer.of(200);
    });
    try (var node = node(Options.DEFAULT.concurrency(10, 4))) {
      node.submit(Collections.nCopies(20, TestNode.task(receiver.action("/"))));

      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 4);
      assertThat(node.count("select count(*) from task_state where status = 'claimed'"))
          .isEqualTo(4);
      assertThat(node.count("select count(*) from queue")).isEqualTo(16);
      release.countDown();
      await()
          .atMost(PATIENCE)
          .until(
              () -> node.count("select count(*) from task_state where status = 'running'") == 20);
    } finally {
      release.countDown();
    }
  }

  @Test
  void aLongCallKeepsItsClaim() {
    var release = new CountDownLatch(1);
    receiver.answering(_ -> {
      release.await();
      return Answer.of(200);
    });
    Options options =
        Options.DEFAULT.claimTimeout(Duration.ofSeconds(1)).callTimeout(Duration.ofSeconds(30));
    try (var one = node(options);
        var other = node(options)) {
      TaskKey task = one.submit(TestNode.task(receiver.action("/")));
      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);

      // Several claim timeouts later it is still the same claim and the same call.
      await()
          .pollDelay(Duration.ofSeconds(4))
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(one.column(task, "claims")).isEqualTo("1"));
      release.countDown();
      awaitStatus(other, task, "running");
      assertThat(receiver.calls()).hasSize(1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void aTaskThatWasPausedMeanwhileDoesNotRunWhenItsCallIsAnswered() {
    var release = new CountDownLatch(1);
    receiver.answering(_ -> {
      release.await();
      return Answer.of(200, receiver.action("/cancel"));
    });
    try (var node = node(Options.DEFAULT)) {
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));
      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);
      node.committer.apply(new Command.Pause(task));
      release.countDown();
      await()
          .atMost(PATIENCE)
          .until(() ->
              node.count("select count(*) from webhook_execution where status = 'success'") == 1);
      assertThat(node.status(task)).isEqualTo("paused");

      node.committer.apply(new Command.Resume(task));
      awaitStatus(node, task, "running");
      assertThat(receiver.calls()).as("the call that succeeded is not made again").hasSize(1);
      assertThat(node.column(task, "cancel_action")).contains("/cancel");
      assertThat(node.metrics.counter("webhook.idempotent.skips", "trigger", "start").count())
          .isEqualTo(1);
    } finally {
      release.countDown();
    }
  }

  @Test
  void aCancelActionThatArrivesAfterTheCancelIsCalledAllTheSame() {
    var release = new CountDownLatch(1);
    receiver.answering(call -> {
      if (call.trigger().equals("start")) {
        release.await();
        return Answer.of(200, receiver.action("/learned"));
      }
      return Answer.of(200);
    });
    try (var node = node(Options.DEFAULT)) {
      TaskKey task =
          node.submit(
              TestNode.task(
                  new Actions(
                      receiver.action("/"), null, null, "[" + receiver.action("/own") + "]"),
                  null,
                  60));
      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);
      node.committer.apply(new Command.Cancel(task, false));
      release.countDown();

      await().atMost(PATIENCE).until(() -> receiver.calls("cancel").size() == 2);
      assertThat(receiver.calls("cancel"))
          .extracting(call -> call.uri().getPath(), call -> call.key())
          .containsExactlyInAnyOrder(
              tuple("/own", task + ":cancel"), tuple("/learned", task + ":cancel/1"));
      assertThat(node.status(task)).isEqualTo("canceled");
    } finally {
      release.countDown();
    }
  }

  @Test
  void theCancelActionOfTheAnswerIsCalledOnCancel() {
    receiver.answering(call ->
        call.trigger().equals("start")
            ? Answer.of(202, receiver.action("/learned"))
            : Answer.of(200));
    try (var node = node(Options.DEFAULT)) {
      TaskKey task = node.submit(TestNode.task(receiver.action("/")));
      awaitStatus(node, task, "running");
      node.committer.apply(new Command.Cancel(task, false));

      await().atMost(PATIENCE).until(() -> receiver.calls("cancel").size() == 1);
      assertThat(receiver.calls("cancel").getFirst().uri().getPath()).isEqualTo("/learned");
      assertThat(receiver.calls("cancel").getFirst().key()).isEqualTo(task + ":cancel");
    }
  }

  @Test
  void twoServersCallEachTaskOnce() {
    try (var one = node(Options.DEFAULT);
        var other = node(Options.DEFAULT)) {
      List<TaskKey> tasks =
          one.submit(Collections.nCopies(300, TestNode.task(receiver.action("/"))));

      await()
          .atMost(PATIENCE)
          .until(
              () -> other.count("select count(*) from task_state where status = 'running'") == 300);
      assertThat(receiver.callsByKey()).hasSize(tasks.size());
      assertThat(receiver.callsByKey().values()).containsOnly(1);
    }
  }
}
