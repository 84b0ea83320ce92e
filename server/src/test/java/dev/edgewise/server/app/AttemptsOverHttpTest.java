package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What a task shows of its attempts: who held them, how far they are, and how they ended. */
@Timeout(60)
class AttemptsOverHttpTest {
  private static final String RETRIED =
      """
      [{"id":"a","name":"a","kind":"KIND","retry":{"max_retries":3,"initial_delay_secs":1}}]\
      """;

  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client =
        Client.start(
            database,
            Map.of("--retry-loop-interval-ms", "50", "--webhook-allowed-hosts", "127.0.0.1"));
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String submit(String tasks, String kind) {
    Reply submitted = client.post("/v1/batches", tasks.replace("KIND", kind));
    assertThat(submitted.status()).as(submitted.raw().body()).isEqualTo(201);
    return submitted.body().get("task_ids").get("a").asString();
  }

  private static JsonNode claim(String kind, String worker, int leaseSecs) {
    Reply claimed =
        client.post(
            "/v1/work/claim",
            "{\"worker\":\"%s\",\"kinds\":[\"%s\"],\"wait_secs\":20,\"lease_secs\":%d}"
                .formatted(worker, kind, leaseSecs));
    assertThat(claimed.body()).hasSize(1);
    return claimed.body().get(0);
  }

  private static String kind() {
    return "kind-" + UUID.randomUUID();
  }

  private static String item(JsonNode held, String rest) {
    return "{\"task_id\":\"%s\",\"delivery_token\":\"%s\"%s}"
        .formatted(held.get("task_id").asString(), held.get("delivery_token").asString(), rest);
  }

  private static String complete(JsonNode held, String rest) {
    Reply reply = client.post("/v1/work/complete", "[" + item(held, "," + rest) + "]");
    return reply.body().get(0).get("result").asString();
  }

  private static JsonNode beat(JsonNode held, String rest) {
    return client.post("/v1/work/heartbeat", "[" + item(held, rest) + "]").body().get(0);
  }

  private static JsonNode task(String id) {
    return client.get("/v1/tasks/" + id).body();
  }

  private static JsonNode attempts(String id) {
    Reply reply = client.get("/v1/tasks/" + id + "/attempts");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body().get("items");
  }

  private static String summary(JsonNode attempt) {
    return "%d %s %s %s"
        .formatted(
            attempt.get("attempt").asInt(),
            attempt.get("worker").asString("-"),
            attempt.get("outcome").asString("-"),
            attempt.get("failure_reason").asString("-"));
  }

  @Test
  void eachAttemptKeepsItsWorkerItsOutcomeAndItsError() {
    String kind = kind();
    String id = submit(RETRIED, kind);
    assertThat(attempts(id)).isEmpty();
    JsonNode first = claim(kind, "w1", 30);
    assertThat(attempts(id).valueStream().map(AttemptsOverHttpTest::summary))
        .containsExactly("0 w1 - -");
    assertThat(attempts(id).get(0).get("started_at").isNull()).isFalse();
    assertThat(attempts(id).get(0).get("ended_at").isNull()).isTrue();
    String error =
        "\"error\":{\"type\":\"java.io.IOException\",\"message\":\"disk full\",\"stack\":\"at"
            + " a.B\"}";
    assertThat(complete(first, "\"status\":\"Failure\",\"failure_reason\":\"boom\"," + error))
        .isEqualTo("ok");
    assertThat(task(id).get("error").get("message").asString())
        .as("while it waits for the next attempt")
        .isEqualTo("disk full");
    JsonNode second = claim(kind, "w2", 1);
    assertThat(task(id).get("error").isNull()).as("while the next attempt runs").isTrue();
    JsonNode third = claim(kind, "w3", 30);
    assertThat(third.get("attempt").asInt()).as("the lease of w2 has run out").isEqualTo(2);
    assertThat(complete(second, "\"status\":\"Success\"")).isEqualTo("stale");
    client.post("/v1/tasks/" + id + "/cancel", "");
    client.post("/v1/tasks/" + id + "/rerun", "");
    JsonNode fourth = claim(kind, "w4", 30);
    assertThat(complete(fourth, "\"status\":\"Success\",\"result\":1")).isEqualTo("ok");
    JsonNode attempts = attempts(id);
    assertThat(attempts.valueStream().map(AttemptsOverHttpTest::summary))
        .containsExactly(
            "0 w1 Failure boom", "1 w2 Timeout Lease expired", "2 w3 Canceled -", "3 w4 Success -");
    assertThat(attempts.get(0).get("error").get("type").asString())
        .isEqualTo("java.io.IOException");
    assertThat(attempts.get(1).get("error").isNull()).isTrue();
    for (JsonNode attempt : attempts) {
      assertThat(attempt.get("ended_at").asString())
          .isGreaterThanOrEqualTo(attempt.get("started_at").asString());
    }
    assertThat(task(id).get("worker").asString()).as("who held it").isEqualTo("w4");
    Reply page = client.get("/v1/tasks/" + id + "/attempts?limit=3");
    assertThat(page.body().get("items")).hasSize(3);
    String cursor = page.body().get("next_cursor").asString();
    assertThat(
            client
                .get("/v1/tasks/" + id + "/attempts?cursor=" + cursor)
                .body()
                .get("items")
                .valueStream()
                .map(AttemptsOverHttpTest::summary))
        .containsExactly("3 w4 Success -");
    assertThat(client.get("/v1/tasks/" + new UUID(0, 9) + "/attempts").status()).isEqualTo(404);
  }

  @Test
  void anAttemptThatIsHandedOverWithACompletionNamesItsWorkerToo() {
    String kind = kind();
    String chain =
        """
        [{"id":"b","name":"b","kind":"KIND"},{"id":"a","name":"a","kind":"KIND","dependencies":[{"id":"b"}]}]\
        """;
    String id = submit(chain, kind);
    JsonNode first = claim(kind, "w1", 30);
    Reply next =
        client.post(
            "/v1/work/next",
            "{\"worker\":\"w2\",\"kinds\":[\"%s\"],\"completions\":[%s]}"
                .formatted(kind, item(first, ",\"status\":\"Success\"")));
    JsonNode second = next.body().get("tasks").get(0);
    assertThat(second.get("task_id").asString()).isEqualTo(id);
    assertThat(attempts(id).valueStream().map(AttemptsOverHttpTest::summary))
        .containsExactly("0 w2 - -");
    complete(second, "\"status\":\"Success\"");
    assertThat(task(id).get("worker").asString()).isEqualTo("w2");
  }

  @Test
  void progressIsThatOfTheCurrentAttempt() {
    String kind = kind();
    String id = submit(RETRIED, kind);
    JsonNode held = claim(kind, "w", 30);
    assertThat(task(id).get("progress").isNull()).isTrue();
    assertThat(beat(held, ",\"progress\":0.25,\"message\":\"one of four\"").get("result"))
        .hasToString("\"ok\"");
    assertThat(task(id).get("progress").asDouble()).isEqualTo(0.25);
    assertThat(task(id).get("message").asString()).isEqualTo("one of four");
    beat(held, ",\"progress\":0.5");
    assertThat(task(id).get("message").asString()).as("it stays").isEqualTo("one of four");
    assertThat(
            client.patch("/v1/tasks/" + id, "{\"message\":\"nearly\",\"new_success\":1}").status())
        .isEqualTo(200);
    assertThat(task(id).get("progress").asDouble()).isEqualTo(0.5);
    assertThat(task(id).get("message").asString()).isEqualTo("nearly");
    complete(held, "\"status\":\"Failure\",\"failure_reason\":\"no\"");
    JsonNode again = claim(kind, "w", 30);
    assertThat(task(id).get("progress").isNull()).as("a new attempt").isTrue();
    assertThat(task(id).get("message").isNull()).isTrue();
    assertThat(beat(held, ",\"progress\":0.9").get("result").asString()).isEqualTo("stale");
    assertThat(task(id).get("progress").isNull()).as("a stale heartbeat").isTrue();
    String token = again.get("delivery_token").asString();
    Reply ended =
        client.patch(
            "/v1/tasks/" + id + "?token=" + token, "{\"status\":\"Success\",\"progress\":1}");
    assertThat(ended.status()).as(ended.raw().body()).isEqualTo(200);
    assertThat(task(id).get("progress").asDouble()).isEqualTo(1.0);
  }

  @Test
  void aHeartbeatOfOneTaskTakesProgressToo() {
    String kind = kind();
    String id = submit(RETRIED, kind);
    JsonNode held = claim(kind, "w", 30);
    String path = "/v1/tasks/" + id + "/heartbeat?token=" + held.get("delivery_token").asString();
    assertThat(client.post(path, "{\"progress\":0.125}").status()).isEqualTo(200);
    assertThat(client.post(path, "").status()).isEqualTo(200);
    assertThat(task(id).get("progress").asDouble()).isEqualTo(0.125);
    assertThat(client.post(path, "{\"progress\":2}").details()).contains("progress");
  }

  @Test
  void progressBeyondItsLimitsIsRefused() {
    String kind = kind();
    String id = submit(RETRIED, kind);
    JsonNode held = claim(kind, "w", 30);
    String long501 = "\"message\":\"" + "é".repeat(501) + "\"";
    String long500 = "\"message\":\"" + "é".repeat(500) + "\"";
    assertThat(beat(held, ",\"progress\":-0.1").get("error").asString()).contains("progress");
    assertThat(beat(held, "," + long501).get("result").asString()).isEqualTo("invalid");
    assertThat(beat(held, "," + long500).get("result").asString()).isEqualTo("ok");
    assertThat(client.patch("/v1/tasks/" + id, "{\"progress\":1.01}").details())
        .contains("progress: must be from 0 to 1");
    assertThat(client.patch("/v1/tasks/" + id, "{" + long501 + "}").details()).contains("500");
    assertThat(client.patch("/v1/tasks/" + id, "{\"error\":{\"type\":\"x\"}}").details())
        .contains("error: is allowed only with a status");
  }

  @Test
  void aLongErrorLosesItsMiddle() {
    String kind = kind();
    String id = submit(RETRIED.replace("\"max_retries\":3", "\"max_retries\":1"), kind);
    String stack = "FIRST" + "ä€𝄞x".repeat(20_000) + "LAST";
    Reply reply =
        client.patch(
            "/v1/tasks/" + id, "{\"status\":\"Failure\",\"failure_reason\":\"x\",\"error\":{}}");
    assertThat(reply.status()).as("not claimed").isEqualTo(409);
    claim(kind, "w", 30);
    reply =
        client.patch(
            "/v1/tasks/" + id,
            "{\"status\":\"Failure\",\"failure_reason\":\"x\",\"retryable\":false,\"error\":{\"message\":%s,\"stack\":%s}}"
                .formatted(quoted("m".repeat(10)), quoted(stack)));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    JsonNode error = task(id).get("error");
    String kept = error.get("stack").asString();
    assertThat(kept).startsWith("FIRST").endsWith("LAST").contains("bytes cut");
    assertThat(kept.getBytes(StandardCharsets.UTF_8).length).isBetween(32_000, 32 * 1024 - 10);
    assertThat(kept).doesNotContain("\uFFFD");
    assertThat(error.get("message").asString()).hasSize(10);
    assertThat(error.get("type").isNull()).isTrue();
    assertThat(attempts(id).get(0).get("error")).isEqualTo(error);
  }

  private static String quoted(String text) {
    return new ObjectMapper().writeValueAsString(text);
  }

  @Test
  void anEventAndTheAnswerOfAReceiverCarryAnError() {
    String kind = kind();
    String id = submit(RETRIED.replace("\"max_retries\":3", "\"max_retries\":1"), kind);
    claim(kind, "w", 30);
    String event =
        """
        {"specversion":"1.0","id":"%s","source":"t","type":"edgewise.task.finished","subject":"%s",
         "data":{"attempt":0,"outcome":"FAILED","error":{"type":"E","message":"from an event"}}}\
        """;
    Reply applied = client.post("/v1/events", event.formatted("01HZX3Z9T0000000000000000A", id));
    assertThat(applied.body().get(0).get("result").asString())
        .as(applied.raw().body())
        .isEqualTo("applied");
    assertThat(attempts(id).get(0).get("failure_reason").asString()).isEqualTo("from an event");
    assertThat(attempts(id).get(0).get("error").get("type").asString()).isEqualTo("E");
    Reply refused =
        client.post(
            "/v1/events",
            event
                .formatted("01HZX3Z9T0000000000000000B", id)
                .replace("{\"type\":\"E\",\"message\":\"from an event\"}", "[1]"));
    assertThat(refused.body().get(0).get("error").asString()).contains("data.error");

    try (var receiver = Receiver.start()) {
      String answer =
          "{\"status\":\"Failure\",\"failure_reason\":\"no\",\"retryable\":false,"
              + "\"error\":{\"type\":\"E\",\"message\":\"from a receiver\",\"more\":[1]}}";
      receiver.answering(_ -> Receiver.Answer.of(200, answer));
      String hooked =
          submit(
              "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"KIND\",\"on_start\":%s}]"
                  .formatted(receiver.action("/")),
              kind());
      await().until(() -> task(hooked).get("status").asString().equals("Failure"));
      assertThat(task(hooked).get("error").get("message").asString()).isEqualTo("from a receiver");
      assertThat(attempts(hooked).valueStream().map(AttemptsOverHttpTest::summary))
          .containsExactly("0 - Failure no");
    }
  }

  @Test
  void aTaskThatNeverStartedHasNoAttempt() {
    String kind = kind();
    String id = submit(RETRIED, kind);
    client.post("/v1/tasks/" + id + "/cancel", "");
    assertThat(attempts(id)).isEmpty();
  }
}
