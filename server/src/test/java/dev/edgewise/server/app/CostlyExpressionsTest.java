package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Tasks whose inputs or actions take long to evaluate, in one claim with ordinary tasks. */
@Timeout(180)
class CostlyExpressionsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int COSTLY = 60;
  private static final int ORDINARY = 20;
  private static final String TAKES_LONG =
      "${lists.range(60000).map(x, x * 3).filter(x, x %% 7 == 1).size() + %d}";
  private static final int COSTLY_VALUE = 8571;
  private static final String TAKES_TOO_LONG =
      "${lists.range(100000).map(x, lists.range(100000).map(y, y)).size() + %d}";

  private final TestDatabase database = TestDatabase.open();
  private Client client = start();

  private Client start() {
    return Client.start(
        database,
        Map.of(
            "SKIP_SSRF_VALIDATION", "1",
            "WEBHOOK_HOST_CONCURRENCY", "8",
            "RETRY_LOOP_INTERVAL_MS", "100"));
  }

  @AfterEach
  void close() {
    client.close();
    database.close();
  }

  @Test
  void aClaimReturnsOrdinaryTasksFirstAndLaterClaimsTheCostlyOnes() {
    String batch =
        submit(joined(inputs(TAKES_LONG, COSTLY, 0), inputs("${1 + %d}", ORDINARY, COSTLY)));

    JsonNode first = claim(20);

    complete(first);
    List<Integer> costly = new ArrayList<>(inputs(first));
    List<Integer> ordinary = IntStream.range(61, 81).boxed().toList();
    assertThat(costly).containsAll(ordinary).hasSizeLessThan(ORDINARY + COSTLY / 2);
    costly.removeAll(ordinary);
    List<Integer> attempts = new ArrayList<>();
    while (costly.size() < COSTLY) {
      JsonNode next = claim(30);
      assertThat(next).isNotEmpty();
      costly.addAll(inputs(next));
      next.forEach(task -> attempts.add(task.get("attempt").asInt()));
      complete(next);
    }
    assertThat(costly)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(COSTLY_VALUE, COSTLY_VALUE + COSTLY).boxed().toList());
    assertThat(attempts).containsOnly(0);
    assertThat(count(batch, "success")).isEqualTo(COSTLY + ORDINARY);
  }

  @Test
  void aWorkerThatWaitsGetsTheCostlyTaskThatItsReportMadeReady() {
    submit(
        List.of(
            Map.of("id", "a", "name", "a", "kind", "k"),
            Map.of(
                "id", "b",
                "name", "b",
                "kind", "k",
                "input", Map.of("v", TAKES_LONG.formatted(0).replace("60000", "60000 + 0 * a")))));
    JsonNode a = claim(30).get(0);

    JsonNode answer =
        client
            .post(
                "/work/next",
                """
                {"worker":"w","kinds":["k"],"wait_secs":30,"completions":[
                 {"task_id":"%s","delivery_token":"%s","status":"Success","result":1}]}
                """
                    .formatted(a.get("task_id").asString(), a.get("delivery_token").asString()))
            .body();

    assertThat(inputs(answer.get("tasks"))).containsExactly(COSTLY_VALUE);
  }

  @Test
  void aCostlyInputThatFailsFailsItsTaskForGood() {
    String batch = submit(joined(inputs(TAKES_TOO_LONG, 2, 0), inputs("${1 + %d}", 1, 2)));

    assertThat(inputs(claim(30))).containsExactly(3);

    await().atMost(PATIENCE).untilAsserted(() -> assertThat(count(batch, "failure")).isEqualTo(2));
    JsonNode failed = client.get("/task?status=Failure&batch_id=" + batch).body().get(0);
    String path = "/task/" + failed.get("id").asString();
    String reason = client.get(path).body().get("failure_reason").asString();
    assertThat(reason).startsWith("input.v: ").contains("more than");
    client.close();
    client = start();
    assertThat(client.get(path).body().get("failure_reason").asString()).isEqualTo(reason);
    assertThat(count(batch, "failure")).isEqualTo(2);
  }

  @Test
  void aServerThatStopsPutsTheTasksBackThatItIsPreparing() {
    submit(joined(inputs(TAKES_LONG, COSTLY, 0), inputs("${1 + %d}", 1, COSTLY)));
    List<Integer> inputs = new ArrayList<>(inputs(claim(30)));
    assertThat(inputs).contains(61).hasSizeLessThan(COSTLY / 2);

    client.close();
    client = start();

    while (inputs.size() < COSTLY + 1) {
      JsonNode next = claim(30);
      assertThat(next).isNotEmpty();
      assertThat(next).allMatch(task -> task.get("attempt").asInt() == 0);
      inputs.addAll(inputs(next));
    }
    assertThat(inputs).doesNotHaveDuplicates();
  }

  @Test
  void ordinaryWebhooksAreCalledBeforeCostlyOnesOfTheirHost() {
    try (var receiver = Receiver.start()) {
      receiver.answering(_ -> Receiver.Answer.of(200, "{\"status\":\"Success\"}"));
      String batch =
          submit(
              joined(
                  joined(
                      actions(receiver, TAKES_LONG, COSTLY, 0),
                      actions(receiver, TAKES_TOO_LONG, 2, 0)),
                  actions(receiver, "${1 + %d}", ORDINARY, COSTLY)));

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            assertThat(count(batch, "success")).isEqualTo(COSTLY + ORDINARY);
            assertThat(count(batch, "failure")).isEqualTo(2);
          });
      List<Integer> calls =
          receiver.calls("start").stream().map(call -> Integer.valueOf(call.body())).toList();
      assertThat(calls).doesNotHaveDuplicates().hasSize(COSTLY + ORDINARY);
      // A costly call may be ready while the last ordinary ones wait for a place.
      assertThat(calls.subList(0, ORDINARY + 5))
          .containsAll(IntStream.range(61, 81).boxed().toList());
    }
  }

  private static List<Map<String, ?>> inputs(String expression, int count, int from) {
    return IntStream.range(from, from + count)
        .<Map<String, ?>>mapToObj(i ->
            Map.of(
                "id",
                expression.substring(2, 5).replaceAll("\\W", "o") + i,
                "name",
                "n",
                "kind",
                "k",
                "input",
                Map.of("v", expression.formatted(i))))
        .toList();
  }

  private static List<Map<String, ?>> actions(
      Receiver receiver, String expression, int count, int from) {
    return IntStream.range(from, from + count)
        .<Map<String, ?>>mapToObj(i ->
            Map.of(
                "id",
                (expression.equals(TAKES_TOO_LONG) ? "x" : "t") + i,
                "name",
                "n",
                "kind",
                "k",
                "on_start",
                Map.of(
                    "kind",
                    "Webhook",
                    "params",
                    Map.of(
                        "url", receiver.url("/"),
                        "verb", "Post",
                        "body", expression.formatted(i)))))
        .toList();
  }

  private static List<Map<String, ?>> joined(List<Map<String, ?>> some, List<Map<String, ?>> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private String submit(List<Map<String, ?>> tasks) {
    Reply reply = client.post("/task", JSON.writeValueAsString(tasks));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get(0).get("batch_id").asString();
  }

  private JsonNode claim(int leaseSecs) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"k\"],\"max\":100,\"wait_secs\":30,\"lease_secs\":%d}"
                .formatted(leaseSecs))
        .body();
  }

  private static List<Integer> inputs(JsonNode tasks) {
    return tasks.valueStream().map(task -> task.get("input").get("v").asInt()).toList();
  }

  private void complete(JsonNode tasks) {
    List<Map<String, String>> ends =
        tasks
            .valueStream()
            .map(task ->
                Map.of(
                    "task_id", task.get("task_id").asString(),
                    "delivery_token", task.get("delivery_token").asString(),
                    "status", "Success"))
            .toList();
    client.post("/work/complete", JSON.writeValueAsString(ends));
  }

  private int count(String batch, String status) {
    return client.get("/batch/" + batch).body().get("status_counts").path(status).asInt();
  }
}
