package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class TwoServersTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The largest number of tasks that ran at once, according to the ledger. */
  private static final String MOST_AT_ONCE =
      """
      select max(running) from (
        select sum(case when type = 'running' then cardinality(nos) else -cardinality(nos) end)
          over (order by seq) as running
        from event where type in ('running', 'success')) as steps
      """;

  private final TestDatabase database = TestDatabase.open();
  private ServerProcess one;
  private ServerProcess two;

  @BeforeEach
  void start() {
    one = ServerProcess.start(database.jdbcUrl(), Map.of());
    two = ServerProcess.start(database.jdbcUrl(), Map.of());
  }

  @AfterEach
  void stop() throws Exception {
    one.close();
    two.close();
    database.close();
  }

  private long count(String sql) {
    return database
        .database()
        .reader()
        .withHandle(handle -> handle.createQuery(sql).mapTo(Long.class).one());
  }

  @Test
  void noStartIsCalledTwice() {
    int tasks = 2_000;
    try (Receiver receiver =
        Receiver.start().answering(_ -> Receiver.Answer.of(200, "{\"status\":\"Success\"}"))) {
      String body =
          IntStream.range(0, tasks)
              .mapToObj(i ->
                  "{\"id\":\"%d\",\"name\":\"n\",\"kind\":\"k\",\"on_start\":%s%s}"
                      .formatted(
                          i,
                          receiver.action("/"),
                          i < 500 ? "" : ",\"dependencies\":[{\"id\":\"%d\"}]".formatted(i - 500)))
              .collect(Collectors.joining(",", "[", "]"));
      assertThat(one.send("POST", "/task", body).statusCode()).isEqualTo(201);
      await()
          .atMost(PATIENCE)
          .until(() -> count("select count(*) from batch where state = 'succeeded'") == 1);
      assertThat(receiver.callsByKey()).hasSize(tasks);
      assertThat(receiver.callsByKey().values()).containsOnly(1);
    }
  }

  @Test
  void aRuleOfThreeIsNeverExceededByManyClaimers() throws Exception {
    int tasks = 200;
    String rule =
        "[{\"type\":\"Concurrency\",\"matcher\":{\"kind\":\"k\",\"status\":\"Running\",\"fields\":[]},"
            + "\"max_concurrency\":3}]";
    String body =
        IntStream.range(0, tasks)
            .mapToObj(i ->
                "{\"id\":\"%d\",\"name\":\"n\",\"kind\":\"k\",\"rules\":%s}".formatted(i, rule))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(two.send("POST", "/task", body).statusCode()).isEqualTo(201);

    AtomicInteger done = new AtomicInteger();
    List<Thread> claimers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      ServerProcess server = i % 2 == 0 ? one : two;
      String worker = "w" + i;
      claimers.add(
          Thread.ofVirtual()
              .start(() -> {
                while (done.get() < tasks) {
                  done.addAndGet(claimAndComplete(server, worker));
                }
              }));
    }
    await().atMost(PATIENCE).until(() -> done.get() == tasks);
    for (Thread claimer : claimers) {
      claimer.join();
    }
    assertThat(count(MOST_AT_ONCE)).isEqualTo(3);
  }

  private static int claimAndComplete(ServerProcess server, String worker) {
    String claim =
        "{\"worker\":\"%s\",\"kinds\":[\"k\"],\"max\":2,\"wait_secs\":1}".formatted(worker);
    JsonNode claimed = JSON.readTree(server.send("POST", "/work/claim", claim).body());
    String ends =
        claimed
            .valueStream()
            .map(task ->
                "{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}"
                    .formatted(task.get("task_id"), task.get("delivery_token")))
            .collect(Collectors.joining(",", "[", "]"));
    if (claimed.isEmpty()) {
      return 0;
    }
    JsonNode answers = JSON.readTree(server.send("POST", "/work/complete", ends).body());
    return (int)
        answers.valueStream().filter(each -> each.get("result").stringValue().equals("ok")).count();
  }
}
