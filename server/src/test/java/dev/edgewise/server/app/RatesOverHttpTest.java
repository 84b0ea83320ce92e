package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * Rate rules over HTTP: workers and webhooks start no faster, and a waiting worker need not ask.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RatesOverHttpTest {
  private final TestDatabase database = TestDatabase.open();
  private Client server;

  @BeforeAll
  void start() {
    server = Client.start(database, Map.of("SKIP_SSRF_VALIDATION", "1"));
  }

  @AfterAll
  void stop() {
    server.close();
    database.close();
  }

  private static String rule(String kind, int maxStarts, String per) {
    return "{\"type\":\"Rate\",\"matcher\":{\"kind\":\"%s\"},\"max_starts\":%d,\"per\":\"%s\"}"
        .formatted(kind, maxStarts, per);
  }

  /** Submits tasks with a rule; returns their batch. */
  private JsonNode submit(String kind, int count, String rule, String more) {
    String tasks =
        IntStream.rangeClosed(1, count)
            .mapToObj(no ->
                "{\"id\":\"%d\",\"name\":\"%d\",\"kind\":\"%s\",\"rules\":[%s]%s}"
                    .formatted(no, no, kind, rule, more))
            .collect(Collectors.joining(",", "[", "]"));
    Client.Reply reply = server.post("/v1/batches", "{\"tasks\":" + tasks + "}");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body();
  }

  private JsonNode claim(String kind, int max, int waitSecs) {
    return server
        .post(
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":%d}"
                .formatted(kind, max, waitSecs))
        .body();
  }

  private JsonNode task(JsonNode batch, String id, String more) {
    return server.get("/v1/tasks/" + batch.at("/task_ids/" + id).asString() + more).body();
  }

  @Test
  void aRateIsReadBackAndExplained() {
    JsonNode batch = submit("letter", 3, rule("letter", 2, "PT1M"), "");
    assertThat(task(batch, "1", "").at("/rules/0").toString())
        .isEqualTo(
            "{\"type\":\"Rate\",\"matcher\":{\"kind\":\"letter\",\"status\":\"Running\",\"fields\":[]},"
                + "\"max_concurrency\":null,\"max_capacity\":null,\"max_starts\":2,\"per\":\"PT1M\"}");

    assertThat(claim("letter", 3, 0)).hasSize(2);

    JsonNode why = task(batch, "3", "/explain");
    assertThat(why.at("/reasons/0").asString())
        .matches("A rule holds it back: rate of kind 'letter': next start in (29|30) s\\.");
    assertThat(why.at("/queue/obstacles/0/type").asString()).isEqualTo("Rate");
    assertThat(why.at("/queue/parked").asString()).isEqualTo("rate:letter|kind 'letter'|2/PT1M");
  }

  @Test
  void aWorkerThatWaitsGetsTheNextTaskWhenItsTokenComesBack() {
    submit("waited", 3, rule("waited", 1, "PT1.5S"), "");
    assertThat(claim("waited", 3, 0)).hasSize(1);
    long begun = System.nanoTime();
    assertThat(claim("waited", 3, 10)).hasSize(1);
    assertThat(claim("waited", 3, 10)).hasSize(1);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(2_700), Duration.ofMillis(4_500));
  }

  @Test
  void theRulesOfABatchCanBeReplacedByARateAndByNone() {
    JsonNode batch = submit("changed", 3, rule("changed", 3, "PT1H"), "");
    String path = "/v1/batches/" + batch.at("/batch_id").asString() + "/rules";
    String one = "{\"kind\":\"changed\",\"rules\":[" + rule("changed", 1, "PT1H") + "]}";
    assertThat(server.send("PUT", path, one).body().at("/updated_count").asInt()).isEqualTo(3);
    assertThat(claim("changed", 3, 0)).hasSize(1);
    assertThat(claim("changed", 3, 0)).isEmpty();

    String none = "{\"kind\":\"changed\",\"rules\":[]}";
    assertThat(server.send("PUT", path, none).status()).isEqualTo(200);
    assertThat(claim("changed", 3, 2)).hasSize(2);
  }

  @Test
  void theExamplesOfTheGuideAreAccepted() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/flow-control.md"));
    var examples = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(guide).results();
    assertThat(examples.map(example -> server.post("/v1/batches", example.group(1)).status()))
        .hasSizeGreaterThan(1)
        .containsOnly(201);
  }

  @Test
  void theMetricCountsTheTasksThatWait() {
    submit("metered", 3, rule("metered", 1, "PT1H"), "");
    assertThat(claim("metered", 3, 0)).hasSize(1);
    await()
        .untilAsserted(() ->
            assertThat(server.get("/metrics").raw().body())
                .containsPattern("edgewise_rate_waiting\\{workspace=\"default/default\"\\} [1-9]"));
  }

  @Test
  void webhooksAreCalledAtTheRate() {
    try (Receiver receiver =
        Receiver.start().answering(_ -> Receiver.Answer.of(200, "{\"status\":\"Success\"}"))) {
      long begun = System.nanoTime();
      submit("hook", 6, rule("hook", 2, "PT1S"), ",\"on_start\":" + receiver.action("/"));
      await().atMost(Duration.ofSeconds(20)).until(() -> receiver.calls().size() == 6);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .as("two at once, then one each half second")
          .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(4));
    }
  }
}
