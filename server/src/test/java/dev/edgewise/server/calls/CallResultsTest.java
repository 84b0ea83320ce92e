package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls whose results cannot be committed yet, or that end with an Error. */
@Timeout(120)
class CallResultsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CALLS_AT_ONCE = 32;

  private final TestDatabase database = TestDatabase.open();
  private final Receiver receiver = Receiver.start();

  @AfterEach
  void close() {
    receiver.close();
    database.close();
  }

  @Test
  void noMoreCallsBeginThanResultsCanBeQueuedAndNoneIsLost() {
    CountDownLatch first = new CountDownLatch(1);
    receiver.answering(call -> {
      if (call.uri().getPath().equals("/first")) {
        first.await();
      }
      return Receiver.Answer.of(200);
    });
    int noted = 1 + Limits.CALL_RESULTS_MAX_QUEUED + CALLS_AT_ONCE;
    int all = noted + 200;
    try (var node =
        new TestNode(
            // One host may have these places: half of all are more than is kept for other hosts.
            database.settings(), Options.DEFAULT.concurrency(2 * CALLS_AT_ONCE, CALLS_AT_ONCE))) {
      TaskKey stuck = node.submit(TestNode.task(receiver.action("/first")));
      await().atMost(PATIENCE).until(() -> receiver.calls().size() == 1);
      database
          .database()
          .engine()
          .useTransaction(handle -> {
            handle.execute("select from task_state where batch_id = ? for update", stuck.batchId());
            first.countDown();
            await().atMost(PATIENCE).until(() -> database.blocked() == 1);

            List<TaskSpec> more = Collections.nCopies(all - 1, TestNode.task(receiver.action("/")));
            node.submit(new ArrayList<>(more));

            await().atMost(PATIENCE).until(() -> receiver.calls().size() == noted);
            // Calls with queued results keep their places, so no further task is claimed.
            await().atMost(PATIENCE).until(() -> node.hosts.open() == CALLS_AT_ONCE);
            assertThat(node.count("select count(*) from task_state where status = 'claimed'"))
                .isEqualTo(noted);
          });
      await()
          .atMost(PATIENCE)
          .until(
              () -> node.count("select count(*) from task_state where status = 'running'") == all);
      assertThat(receiver.callsByKey()).hasSize(all);
      assertThat(receiver.callsByKey().values()).containsOnly(1);
    }
  }

  @Test
  void anErrorInACallFailsItsTaskAndFreesItsPlace() {
    AtomicBoolean broken = new AtomicBoolean(true);
    try (var node =
        new TestNode(
            database.settings(),
            Options.DEFAULT.concurrency(1, 1),
            () -> {
              if (broken.get()) {
                throw new NoClassDefFoundError("of a test");
              }
              return URI.create("http://edgewise.test");
            })) {
      TaskKey failing = node.submit(TestNode.task(receiver.action("/")));
      await().atMost(PATIENCE).until(() -> node.status(failing).equals("failure"));

      broken.set(false);
      TaskKey next = node.submit(TestNode.task(receiver.action("/")));
      await().atMost(PATIENCE).until(() -> node.status(next).equals("running"));
      assertThat(node.webhooks.pulses()).allMatch(pulse -> pulse.beats(System.nanoTime()));
    }
  }
}
