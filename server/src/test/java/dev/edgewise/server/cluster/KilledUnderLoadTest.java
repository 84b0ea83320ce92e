package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.Receiver.Received;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server is killed at random moments while webhooks run. The receiver asks the database at each
 * call whether that call should have been made at all.
 */
class KilledUnderLoadTest {
  private static final Logger log = LoggerFactory.getLogger(KilledUnderLoadTest.class);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int KILLS = Integer.getInteger("edgewise.kills", 50);
  private static final int LAYERS = 5;
  private static final int WIDTH = 8;

  private final TestDatabase database = TestDatabase.open();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Queue<String> wrongCalls = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Random chance = new Random(50);

  /**
   * Answers some calls at once, reports others later, and fails every tenth task's first attempt.
   */
  private Answer receive(Received call) {
    calls.computeIfAbsent(call.key(), _ -> new AtomicInteger()).incrementAndGet();
    UUID task = UUID.fromString(call.header("X-Task-Id"));
    check(call, task);
    int number = TaskKey.of(task).no();
    if (!call.trigger().equals("start")) {
      return Answer.of(204);
    }
    if (number % 10 == 0 && call.header("X-Task-Attempt").equals("0")) {
      return Answer.of(500);
    }
    if (number % 2 == 0) {
      return Answer.of(200, "{\"status\":\"Success\",\"result\":" + number + "}");
    }
    Thread.ofVirtual().start(() -> report(call.handle()));
    return Answer.of(202);
  }

  private void check(Received call, UUID task) {
    TaskKey key = TaskKey.of(task);
    boolean recorded =
        count(
                "select count(*) from webhook_execution where idempotency_key = ? and status ="
                    + " 'success'",
                call.key())
            > 0;
    boolean ended =
        count(
                "select count(*) from task_state where batch_id = ? and no = ?"
                    + " and status in ('success', 'failure', 'canceled', 'skipped')",
                key.batchId(),
                key.no())
            > 0;
    if (recorded || (ended && call.trigger().equals("start"))) {
      wrongCalls.add(call.key() + (recorded ? " was recorded before" : " is of an ended task"));
    }
  }

  /** Reports success until a server accepts it. */
  private void report(URI handle) {
    HttpRequest request =
        HttpRequest.newBuilder(handle)
            .method("PATCH", BodyPublishers.ofString("{\"status\":\"Success\"}"))
            .build();
    await()
        .pollInterval(Duration.ofMillis(100))
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> http.send(request, BodyHandlers.ofString()).statusCode() < 500);
  }

  private long count(String sql, Object... values) {
    return database
        .database()
        .reader()
        .withHandle(handle -> {
          var query = handle.createQuery(sql);
          for (int i = 0; i < values.length; i++) {
            query.bind(i, values[i]);
          }
          return query.mapTo(Long.class).one();
        });
  }

  private static String batch(Receiver receiver) {
    return IntStream.range(0, LAYERS * WIDTH)
        .mapToObj(i ->
            """
            {"id":"t%d","name":"n","kind":"k","timeout":600,"on_start":%s,"on_success":[%s],
             "retry":{"max_retries":8,"initial_delay_secs":1},"dependencies":[%s]}
            """
                .formatted(i, receiver.action("/start"), receiver.action("/done"), dependencies(i)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String dependencies(int task) {
    int above = task / WIDTH * WIDTH - WIDTH;
    return above < 0
        ? ""
        : IntStream.range(0, 3)
            .mapToObj(i ->
                "{\"id\":\"t%d\",\"condition\":\"on_success\"}"
                    .formatted(above + (task + i) % WIDTH))
            .collect(Collectors.joining(","));
  }

  @Test
  void everyTaskSucceedsAndNoCallIsRepeatedAfterItsSuccessWasRecorded() throws Exception {
    List<String> batches = new ArrayList<>();
    try (Receiver receiver = Receiver.start().answering(this::receive);
        ServerProcess server =
            ServerProcess.start(
                database.jdbcUrl(),
                Map.of("WORKER_CLAIM_TIMEOUT_SECS", "2", "WEBHOOK_TIMEOUT_SECS", "2"))) {
      for (int i = 0; i < KILLS; i++) {
        submit(server, receiver, batches);
        int goal = receiver.calls().size() + chance.nextInt(LAYERS * WIDTH);
        await()
            .pollInterval(Duration.ofMillis(1))
            .atMost(PATIENCE)
            .until(() -> receiver.calls().size() >= goal);
        server.kill();
        server.restart();
      }
      String unfinished = "select count(*) from batch where state <> 'succeeded'";
      await().atMost(PATIENCE).until(() -> count(unfinished) == 0);
      await().atMost(PATIENCE).until(() -> count("select count(*) from outbox") == 0);
    }
    assertThat(batches).hasSizeGreaterThan(KILLS / 2);
    assertThat(wrongCalls).isEmpty();
    // A start whose task was reported as done may have lost its answer with the server.
    String ended = "select count(*) from webhook_execution where trigger = 'success' and status = ";
    long tasks = LAYERS * WIDTH * count("select count(*) from batch");
    assertThat(count(ended + "'success'")).isEqualTo(tasks);
    log.info("{} kills, calls per key: {}", KILLS, histogram());
    http.close();
    database.close();
  }

  private void submit(ServerProcess server, Receiver receiver, List<String> batches) {
    try {
      var answer = server.send("POST", "/task", batch(receiver));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
      batches.add(answer.headers().firstValue("X-Batch-ID").orElseThrow());
    } catch (UncheckedIOException e) {
      log.info("A submission was lost with its server", e);
    }
  }

  /** How many keys were called how often. */
  private Map<Integer, Long> histogram() {
    return calls.values().stream()
        .collect(Collectors.groupingBy(AtomicInteger::get, TreeMap::new, Collectors.counting()));
  }
}
