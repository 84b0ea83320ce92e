package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Servers are killed while a spread calls a workflow for each of its items. */
class KilledCallsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int CALLS = Integer.getInteger("edgewise.calls", 60);
  private static final int KILLS = 3;
  private static final int FAILING = 10;

  private final TestDatabase database = TestDatabase.open();

  /** The task of the first child of each item. */
  private final Map<Integer, String> first = new ConcurrentHashMap<>();

  /** Fails the first child of every tenth item, however often it asks. */
  private Answer receive(Receiver.Received call) {
    int item = Integer.parseInt(call.uri().getPath().substring(1));
    String task = call.header("X-Task-Id");
    boolean fails = item % FAILING == 0 && task.equals(first.computeIfAbsent(item, _ -> task));
    return Answer.of(
        200,
        fails
            ? "{\"status\":\"Failure\",\"failure_reason\":\"no\"}"
            : "{\"status\":\"Success\",\"result\":%d}".formatted(item));
  }

  private static String numbers() {
    return IntStream.range(0, CALLS).mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  private int count(String sql) {
    return Integer.parseInt(database.text(sql));
  }

  @Test
  void eachAttemptHasOneChildAndTheSpreadItsResultsInOrder() throws Exception {
    try (Receiver receiver = Receiver.start().answering(this::receive);
        ServerProcess one = ServerProcess.start(database.jdbcUrl(), settings());
        ServerProcess other = ServerProcess.start(database.jdbcUrl(), settings())) {
      String workflow =
          """
          {"inputs":{"n":{}},"output":"end.n","tasks":[
           {"id":"begin","name":"begin","kind":"k","let":"inputs.n"},
           {"id":"ask","name":"ask","kind":"k","timeout":600,"dependencies":[{"id":"begin"}],
            "retry":{"max_retries":5,"initial_delay_secs":1,"retry_on":["webhook_failure","timeout"]},
            "on_start":{"kind":"Webhook","params":{"url":"%s${inputs.n}","verb":"Post"}}},
           {"id":"end","name":"end","kind":"k","let":"{'n': ask}"}]}
          """
              .formatted(receiver.url("/"));
      var stored = one.send("PUT", "/v1/workflows/item", workflow);
      assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
      var submitted =
          one.send(
              "POST",
              "/v1/batches",
              """
              [{"id":"s","name":"s","spread":"[%s]","retry":{"max_retries":2,"initial_delay_secs":1},
                "call":{"workflow":"item","inputs":{"n":"${item}"}}},
               {"id":"out","name":"out","kind":"k","output":"s"}]
              """
                  .formatted(numbers()));
      assertThat(submitted.statusCode()).as(submitted.body()).isEqualTo(201);
      for (int kill = 1; kill <= KILLS; kill++) {
        int goal = CALLS * kill / (KILLS + 1);
        await()
            .pollInterval(Duration.ofMillis(5))
            .atMost(PATIENCE)
            .until(
                () -> count("select count(*) from batch where parent_batch is not null") >= goal);
        ServerProcess victim = kill % 2 == 0 ? one : other;
        victim.kill();
        victim.restart();
      }
      await()
          .atMost(PATIENCE)
          .until(() -> count("select count(*) from batch where state = 'running'") == 0);
    }
    assertThat(database.text("select state || ' ' || result from batch where parent_batch is null"))
        .isEqualTo("succeeded [" + numbers() + "]");
    assertThat(
            count(
                "select count(*) from (select from batch where parent_batch is not null group by"
                    + " parent_batch, parent_no, parent_attempt having count(*) > 1) as twice"))
        .isZero();
    assertThat(count("select count(*) from batch where parent_batch is not null"))
        .isEqualTo(CALLS + CALLS / FAILING);
    database.close();
  }

  private static Map<String, String> settings() {
    return Map.of("WORKER_CLAIM_TIMEOUT_SECS", "2", "WEBHOOK_TIMEOUT_SECS", "2");
  }
}
