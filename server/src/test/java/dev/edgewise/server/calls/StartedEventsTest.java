package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Answer.Refused;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.readiness.Token;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Started events that arrive before the on_start call is answered. */
@Timeout(120)
class StartedEventsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.open();
  private final Receiver receiver = Receiver.start();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void close() {
    release.countDown();
    receiver.close();
    database.close();
  }

  private TaskKey called(TestNode node, Answer answer) {
    receiver.answering(_ -> {
      release.await();
      return answer;
    });
    TaskKey task = node.submit(TestNode.task(receiver.action("/")));
    await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);
    return task;
  }

  private static Command started(TaskKey task, String id) {
    return new Command.Reported(id, new Command.Alive(task, Token.ofAttempt(0), true));
  }

  private void answered(TestNode node, String status) {
    release.countDown();
    await()
        .atMost(PATIENCE)
        .until(() ->
            node.count("select count(*) from webhook_execution where status = '" + status + "'")
                == 1);
  }

  @Test
  void aStartedEventMovesTheTaskToRunningAndTheAnswersCancelActionIsStored() {
    try (var node = new TestNode(database.settings(), Options.DEFAULT)) {
      TaskKey task = called(node, Answer.of(200, receiver.action("/cancel")));
      assertThat(node.status(task)).isEqualTo("claimed");

      assertThat(node.committer.apply(started(task, "first"))).isInstanceOf(Applied.class);
      assertThat(node.status(task)).isEqualTo("running");
      answered(node, "success");

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(node.column(task, "cancel_action")).contains("/cancel"));
      assertThat(node.status(task)).isEqualTo("running");
      assertThat(node.count("select count(*) from event where type = 'running'")).isEqualTo(1);
    }
  }

  @Test
  void aCallThatFailsAfterAStartedEventChangesNothing() {
    try (var node = new TestNode(database.settings(), Options.DEFAULT)) {
      TaskKey task = called(node, Answer.of(400));
      node.committer.apply(started(task, "first"));
      answered(node, "failure");

      assertThat(node.committer.apply(started(task, "second"))).isInstanceOf(Applied.class);
      assertThat(node.status(task)).isEqualTo("running");
    }
  }

  @Test
  void aStartedEventDoesNotMoveAPausedTask() {
    try (var node = new TestNode(database.settings(), Options.DEFAULT)) {
      TaskKey task = called(node, Answer.of(200));
      node.committer.apply(new Command.Pause(task));

      assertThat(node.committer.apply(started(task, "first"))).isInstanceOf(Refused.class);
      assertThat(node.status(task)).isEqualTo("paused");
    }
  }
}
