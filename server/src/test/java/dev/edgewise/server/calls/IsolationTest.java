package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.TaskSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import io.micrometer.core.instrument.Gauge;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts that fail or hang must not delay other hosts. */
@Timeout(300)
class IsolationTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int TASKS = 1_000;
  private static final int ROUNDS = 4;

  /**
   * Other work on the machine only ever makes a round slower, so the best of many rounds counts.
   */
  private static final int MAX_ROUNDS = 8;

  private static final int ATTEMPTS = 4;
  private static final double BOUND = 1.1;

  private final TestDatabase database = TestDatabase.open();
  private final Receiver receiver =
      Receiver.start().answering(_ -> Answer.of(200, "{\"status\":\"Success\"}"));

  @AfterEach
  void close() {
    receiver.close();
    database.close();
  }

  private static TaskSpec task(String url, int timeoutSecs) {
    String action =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"%s\",\"verb\":\"Post\"}}".formatted(url);
    return TestNode.task(new Actions(action, null, null, null), null, timeoutSecs);
  }

  @Test
  void aDeadHostWithAFullQueueDoesNotSlowAnother() throws Exception {
    List<Double> slowdowns = new ArrayList<>();
    while (slowdowns.size() < ATTEMPTS && (slowdowns.isEmpty() || best(slowdowns) >= BOUND)) {
      try (var fresh = TestDatabase.open()) {
        slowdowns.add(slowdown(fresh));
      }
    }
    assertThat(best(slowdowns)).as("slowdowns %s", slowdowns).isLessThan(BOUND);
  }

  private double slowdown(TestDatabase fresh) throws Exception {
    // It accepts connections and never answers, which is the worst that a host can do.
    try (var silent = new ServerSocket(0, 10_000, InetAddress.ofLiteral("127.0.0.1"));
        var node =
            new TestNode(fresh.settings(), Options.DEFAULT.callTimeout(Duration.ofSeconds(4)))) {
      measure(node, ROUNDS, 0);
      List<Double> alone = measure(node, ROUNDS, 0);
      String url = "http://127.0.0.1:" + silent.getLocalPort() + "/";
      node.submit(Collections.nCopies(10_000, task(url, 86_400)));
      await().atMost(PATIENCE).until(() -> node.hosts.sick("127.0.0.1:" + silent.getLocalPort()));
      List<Double> beside = measure(node, MAX_ROUNDS, BOUND * best(alone));
      assertThat(node.count("select count(*) from queue")).isGreaterThan(9_000);
      return best(beside) / best(alone);
    }
  }

  /** Measures the tasks of the healthy host, repeatedly until a round is fast enough. */
  private List<Double> measure(TestNode node, int rounds, double enough) {
    List<Double> seconds = new ArrayList<>();
    while (seconds.size() < rounds && (seconds.isEmpty() || best(seconds) >= enough)) {
      long begun = System.nanoTime();
      TaskKey first =
          node.submit(Collections.nCopies(TASKS, task(receiver.url("/"), 60))).getFirst();
      await()
          .pollInterval(Duration.ofMillis(10))
          .atMost(PATIENCE)
          .until(() ->
              node.count(
                      "select count(completed_at) from batch where batch_id = '%s'"
                          .formatted(first.batchId()))
                  == 1);
      seconds.add((System.nanoTime() - begun) / 1e9);
    }
    return seconds;
  }

  private static double best(List<Double> seconds) {
    return Collections.min(seconds);
  }

  private static String calls(TestNode node, Receiver receiver, int atLeast) {
    await().atMost(PATIENCE).until(() -> receiver.calls().size() >= atLeast);
    return node.hosts.open() + " calls are open";
  }

  @Test
  void aSlowHostDoesNotDelayAnother() {
    var release = new CountDownLatch(1);
    Options options = Options.DEFAULT.concurrency(64, 64).callTimeout(PATIENCE);
    try (var slow = Receiver.start().answering(held(release));
        var node = new TestNode(database.settings(), options)) {
      node.submit(Collections.nCopies(600, task(slow.url("/"), 60)));
      String open = calls(node, slow, 56);

      TaskKey other = node.submit(task(receiver.url("/"), 60));
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(node.status(other)).as(open).isEqualTo("success"));
      assertThat(slow.calls()).as("none of its calls has been answered yet").hasSize(56);
      release.countDown();
    } finally {
      release.countDown();
    }
  }

  @Test
  void silentHostsDelayNeitherStartsNorOwedCallsOfOthers() {
    var release = new CountDownLatch(1);
    List<Receiver> silent = new ArrayList<>();
    try (var told = Receiver.start();
        var node = new TestNode(database.settings(), Options.DEFAULT.callTimeout(PATIENCE))) {
      for (int i = 0; i < 4; i++) {
        Receiver host = Receiver.start().answering(held(release));
        silent.add(host);
        node.submit(Collections.nCopies(100, task(host.url("/"), 60)));
      }
      await().atMost(PATIENCE).until(() -> node.hosts.open() >= 224);

      TaskKey fifth =
          node.submit(
              TestNode.task(
                  new Actions(receiver.action("/"), "[" + told.action("/told") + "]", null, null),
                  null,
                  60));
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(node.status(fifth)).isEqualTo("success"));
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(told.calls("success")).hasSize(1));
      release.countDown();
    } finally {
      release.countDown();
      silent.forEach(Receiver::close);
    }
  }

  private static Receiver.Behaviour held(CountDownLatch release) {
    return _ -> {
      release.await();
      return Answer.of(200);
    };
  }

  @Test
  void tasksWaitForAHostThatIsDownUpToTheirTimeoutAndStartWhenItIsBack() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      port = socket.getLocalPort();
    }
    String url = "http://127.0.0.1:" + port + "/";
    try (var node = new TestNode(database.settings(), Options.DEFAULT.concurrency(64, 20))) {
      node.submit(Collections.nCopies(20, task(url, 60)));
      await().atMost(PATIENCE).until(() -> node.hosts.sick("127.0.0.1:" + port));
      assertThat(node.metrics.get("webhook.circuit.state").tag("host", "127.0.0.1:" + port).gauge())
          .extracting(Gauge::value)
          .isIn(1.0, 2.0);

      List<TaskKey> hasty = node.submit(Collections.nCopies(30, task(url, 2)));
      List<TaskKey> patient = node.submit(Collections.nCopies(30, task(url, 3600)));
      await()
          .atMost(PATIENCE)
          .until(() -> hasty.stream().allMatch(task -> node.status(task).equals("failure")));
      assertThat(hasty.stream().map(task -> node.column(task, "failure_reason")))
          .contains("on_start webhook failed: the circuit of 127.0.0.1:" + port + " is open");
      assertThat(patient.stream().filter(task -> node.status(task).equals("pending")).count())
          .isGreaterThan(20);

      try (var back = Receiver.startAt(port)) {
        await()
            .atMost(PATIENCE)
            .until(() -> patient.stream().noneMatch(task -> node.status(task).equals("pending")));
        assertThat(back.calls()).hasSizeGreaterThan(20);
      }
    }
  }
}
