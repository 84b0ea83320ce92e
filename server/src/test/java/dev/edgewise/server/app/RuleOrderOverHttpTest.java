package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two servers under load start tasks in their order when a rule lets one run at a time. */
class RuleOrderOverHttpTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int TASKS = 200;
  private static final int BATCHES = 5;

  private final TestDatabase database = TestDatabase.open();
  private Client one;
  private Client two;

  /** A task that was submitted; they stand in the order of their submission. */
  private record Sent(String name, int priority) {}

  @BeforeEach
  void start() {
    // Parked tasks are probed very often, because probing once made neighbours swap.
    Map<String, String> flags = Map.of("RETRY_LOOP_INTERVAL_MS", "5", "SKIP_SSRF_VALIDATION", "1");
    one = Client.start(database, flags);
    two = Client.start(database, flags);
  }

  @AfterEach
  void stop() {
    one.close();
    two.close();
    database.close();
  }

  private List<Sent> submit(String kind, boolean priorities, String more) {
    Random random = new Random(24);
    List<Sent> sent = new ArrayList<>();
    for (int batch = 0; batch < (priorities ? 1 : BATCHES); batch++) {
      int count = priorities ? TASKS : TASKS / BATCHES;
      List<Sent> tasks =
          IntStream.range(0, count)
              .mapToObj(
                  _ -> new Sent("t" + random.nextInt(), priorities ? random.nextInt(-3, 4) : 0))
              .toList();
      String body =
          tasks.stream()
              .map(task ->
                  """
                  {"id":"%s","name":"%s","kind":"%s","priority":%d,"rules":[{"type":"Concurrency",
                  "matcher":{"kind":"%s","status":"Running","fields":[]},"max_concurrency":1}]%s}
                  """
                      .formatted(task.name(), task.name(), kind, task.priority(), kind, more))
              .collect(Collectors.joining(",", "[", "]"));
      Client server = batch % 2 == 0 ? one : two;
      assertThat(server.post("/task", body).status()).isEqualTo(201);
      sent.addAll(tasks);
    }
    return sent;
  }

  /** The names of tasks in the order in which they were first claimed or run. */
  private List<String> started(String type) {
    return database
        .database()
        .reader()
        .withHandle(handle ->
            handle
                .createQuery(
                    """
                    select task.name
                    from (select batch_id, seq, unnest(nos) as no from event where type = :type) as e
                    join task using (batch_id, no)
                    order by e.seq
                    """)
                .bind("type", type)
                .mapTo(String.class)
                .list());
  }

  private static List<String> inOrder(List<Sent> sent) {
    return sent.stream()
        .sorted(Comparator.comparingInt(Sent::priority).reversed())
        .map(Sent::name)
        .toList();
  }

  private long ended() {
    return Long.parseLong(
        database.text("select count(*)::text from task_state where status = 'success'"));
  }

  private static void work(Client server, String worker, AtomicBoolean over) {
    while (!over.get()) {
      JsonNode claimed =
          server
              .post(
                  "/work/claim",
                  "{\"worker\":\"%s\",\"kinds\":[\"one\"],\"max\":2,\"wait_secs\":1}"
                      .formatted(worker))
              .body();
      for (JsonNode task : claimed) {
        server.post(
            "/work/complete",
            "[{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}]"
                .formatted(task.get("task_id"), task.get("delivery_token")));
      }
    }
  }

  private void workUntilAllHaveEnded(int workers) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      Client server = i % 2 == 0 ? one : two;
      String worker = "w" + i;
      threads.add(Thread.ofVirtual().start(() -> work(server, worker, over)));
    }
    await().atMost(PATIENCE).until(() -> ended() == TASKS);
    over.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void workersOfTwoServersGetTasksInTheOrderOfTheirSubmission() throws Exception {
    List<Sent> sent = submit("one", false, "");
    workUntilAllHaveEnded(8);
    assertThat(started("running")).isEqualTo(inOrder(sent));
  }

  @Test
  void workersOfTwoServersGetTheMoreUrgentTasksFirst() throws Exception {
    List<Sent> sent = submit("one", true, "");
    workUntilAllHaveEnded(8);
    assertThat(started("running")).isEqualTo(inOrder(sent));
  }

  @Test
  void twoServersCallTheMoreUrgentTasksFirst() {
    try (Receiver receiver =
        Receiver.start().answering(_ -> Receiver.Answer.of(200, "{\"status\":\"Success\"}"))) {
      List<Sent> sent = submit("one", true, ",\"on_start\":" + receiver.action("/"));
      await().atMost(PATIENCE).until(() -> ended() == TASKS);
      assertThat(started("claimed")).isEqualTo(inOrder(sent));
    }
  }
}
