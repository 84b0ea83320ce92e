package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks of workers that die. */
class LeasesOverHttpTest {
  private static final int TASKS = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("RETRY_LOOP_INTERVAL_MS", "100"));
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  /** Submits tasks of a kind; returns their batch. */
  private static String submit(String kind, String more) {
    Reply reply =
        client.post(
            "/task",
            IntStream.range(0, TASKS)
                .mapToObj(i ->
                    "{\"id\":\"t%d\",\"name\":\"t\",\"kind\":\"%s\"%s}".formatted(i, kind, more))
                .collect(Collectors.joining(",", "[", "]")));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get(0).get("batch_id").asString();
  }

  private static JsonNode claim(String worker, String kind, int leaseSecs) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"%s\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":10,\"lease_secs\":%d}"
                .formatted(worker, kind, TASKS, leaseSecs))
        .body();
  }

  /** Reports success for all tasks; returns the number of each result. */
  private static Map<String, Long> complete(JsonNode claimed, String result) {
    StringBuilder body = new StringBuilder("[");
    for (JsonNode task : claimed) {
      body.append(body.length() == 1 ? "" : ",")
          .append(
              "{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\",\"result\":\"%s\"}"
                  .formatted(
                      task.get("task_id").asString(),
                      task.get("delivery_token").asString(),
                      result));
    }
    return client.post("/work/complete", body + "]").body().findValuesAsString("result").stream()
        .collect(Collectors.groupingBy(answer -> answer, Collectors.counting()));
  }

  private static int count(String batch, String status) {
    return client.get("/batch/" + batch).body().get("status_counts").path(status).asInt();
  }

  @Test
  void tasksOfADeadWorkerAreRetriedByAnotherAndItsLateReportsAreStale() {
    String batch = submit("dying", ",\"retry\":{\"max_retries\":1,\"initial_delay_secs\":1}");
    JsonNode lost = claim("dead", "dying", 1);
    assertThat(lost).hasSize(TASKS);
    await()
        .atMost(PATIENCE)
        .until(() -> count(batch, "retry_pending") + count(batch, "pending") == TASKS);
    assertThat(complete(lost, "late")).isEqualTo(Map.of("stale", (long) TASKS));

    await().atMost(PATIENCE).until(() -> count(batch, "pending") == TASKS);
    JsonNode again = claim("alive", "dying", 600);
    assertThat(again)
        .hasSize(TASKS)
        .allSatisfy(task -> assertThat(task.get("attempt").asInt()).isOne());
    assertThat(complete(lost, "late")).isEqualTo(Map.of("stale", (long) TASKS));
    assertThat(complete(again, "in time")).isEqualTo(Map.of("ok", (long) TASKS));
    assertThat(complete(lost, "late")).isEqualTo(Map.of("stale", (long) TASKS));

    assertThat(client.get("/batch/" + batch).body().get("state").asString()).isEqualTo("succeeded");
    JsonNode task = client.get("/task/" + lost.get(0).get("task_id").asString()).body();
    assertThat(task.get("result").asString()).isEqualTo("in time");
  }

  @Test
  void aTaskWithoutRetryFailsWhenItsLeaseExpires() {
    String batch = submit("hopeless", "");
    JsonNode lost = claim("dead", "hopeless", 1);
    await().atMost(PATIENCE).until(() -> count(batch, "failure") == TASKS);

    JsonNode task = client.get("/task/" + lost.get(0).get("task_id").asString()).body();
    assertThat(task.get("failure_reason").asString()).isEqualTo("Lease expired");
    assertThat(complete(lost, "late")).isEqualTo(Map.of("stale", (long) TASKS));
    assertThat(client.get("/batch/" + batch).body().get("state").asString()).isEqualTo("failed");
  }
}
