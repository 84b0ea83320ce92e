package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Fairness keys over HTTP: submitted, read back, obeyed by two servers, and explained. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FairnessOverHttpTest {
  private final TestDatabase database = TestDatabase.open();
  private Client one;
  private Client two;

  @BeforeAll
  void start() {
    one = Client.start(database, Map.of("RETRY_LOOP_INTERVAL_MS", "50"));
    two = Client.start(database, Map.of("RETRY_LOOP_INTERVAL_MS", "50"));
  }

  @AfterAll
  void stop() {
    one.close();
    two.close();
    database.close();
  }

  private static String tasks(String kind, int count, String more) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(no ->
            "{\"id\":\"%d\",\"name\":\"%s-%d\",\"kind\":\"%s\"%s}"
                .formatted(no, kind, no, kind, more))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static JsonNode submit(Client server, String kind, int count, String batch) {
    String body = "{\"tasks\":" + tasks(kind, count, "") + batch + "}";
    Client.Reply reply = server.post("/v1/batches", body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body();
  }

  private static List<String> claim(Client server, String kind, int max) {
    List<String> batches = new ArrayList<>();
    server
        .post(
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d}".formatted(kind, max))
        .body()
        .forEach(task -> batches.add(task.get("batch_id").asString()));
    return batches;
  }

  private JsonNode task(JsonNode batch, String id, String more) {
    return one.get("/v1/tasks/" + batch.at("/task_ids/" + id).asString() + more).body();
  }

  @Test
  void keysAndWeightsAreReadBack() {
    JsonNode batch =
        one.post(
                "/v1/batches",
                """
                {"fairness_key":"acme","fairness_weight":7,"tasks":[
                  {"id":"a","name":"a","kind":"read-back"},
                  {"id":"b","name":"b","kind":"read-back","fairness_key":"other","fairness_weight":2},
                  {"id":"s","name":"s","kind":"read-back","spread":"[1, 2]"}]}
                """)
            .body();
    assertThat(task(batch, "a", "").at("/fairness_key").asString()).isEqualTo("acme");
    assertThat(task(batch, "a", "").at("/fairness_weight").asInt()).isEqualTo(7);
    assertThat(task(batch, "b", "").at("/fairness_key").asString()).isEqualTo("other");
    assertThat(task(batch, "b", "").at("/fairness_weight").asInt()).isEqualTo(2);
    String items =
        "select string_agg(fairness_key || fairness_weight, ' ') from task where spread_of > 0";
    assertThat(database.text(items)).isEqualTo("acme7 acme7");

    JsonNode plain = submit(one, "plain", 1, "");
    assertThat(task(plain, "1", "").at("/fairness_key").isNull()).isTrue();
    assertThat(task(plain, "1", "").at("/fairness_weight").asInt()).isEqualTo(1);
  }

  @Test
  void aKeyThatIsTooLongAndAWeightOutOfRangeAreRefused() {
    String body =
        "{\"fairness_key\":\"%s\",\"fairness_weight\":0,\"tasks\":%s}"
            .formatted(
                "k".repeat(101), tasks("x", 1, ",\"fairness_weight\":101,\"fairness_key\":\"\""));
    assertThat(one.post("/v1/batches", body).details())
        .contains("fairness_key: must be at most 100 bytes")
        .contains("fairness_weight: must be a whole number from 1 to 100, not '0'")
        .contains("tasks[0].fairness_weight: must be a whole number from 1 to 100, not '101'")
        .contains("tasks[0].fairness_key: must not be empty");
  }

  @Test
  void theRunsOfAWorkflowHaveItsKey() {
    String workflow =
        "{\"fairness_key\":\"flow\",\"fairness_weight\":4,\"tasks\":"
            + tasks("flowing", 1, "")
            + "}";
    assertThat(one.send("PUT", "/v1/workflows/keyed", workflow).status()).isIn(200, 201);
    JsonNode run = one.post("/v1/workflows/keyed/run", "{}").body();
    JsonNode tasks =
        one.get("/v1/batches/" + run.at("/batch_id").asString() + "/tasks").body().at("/items");
    JsonNode task = one.get("/v1/tasks/" + tasks.at("/0/id").asString()).body();
    assertThat(task.at("/fairness_key").asString()).isEqualTo("flow");
    assertThat(task.at("/fairness_weight").asInt()).isEqualTo(4);
  }

  @Test
  void theTasksOfTwoServersTakeTurns() {
    JsonNode many = submit(one, "turns", 300, ",\"fairness_key\":\"acme\"");
    JsonNode few = submit(two, "turns", 10, ",\"fairness_key\":\"small\"");
    JsonNode keyless = submit(one, "turns", 10, "");
    String fewId = few.at("/batch_id").asString();
    List<String> reasons = new ArrayList<>();
    task(few, "10", "/explain").at("/reasons").forEach(reason -> reasons.add(reason.asString()));
    assertThat(reasons)
        .contains("9 tasks of fairness key small are before it.")
        .anyMatch(reason -> reason.matches("(9|10) tasks of fairness key acme are before it\\."))
        .anyMatch(reason -> reason.matches("(9|10) tasks without a fairness key are before it\\."));

    List<String> started = new ArrayList<>(claim(one, "turns", 16));
    started.addAll(claim(two, "turns", 16));
    assertThat(started).filteredOn(fewId::equals).hasSize(10);
    assertThat(started).filteredOn(keyless.at("/batch_id").asString()::equals).hasSize(10);
    assertThat(started).filteredOn(many.at("/batch_id").asString()::equals).hasSize(12);
  }

  @Test
  void aTaskWithALaterStartEntersWithItsKey() {
    submit(one, "later", 300, ",\"fairness_key\":\"acme\"");
    String task =
        "[{\"id\":\"1\",\"name\":\"1\",\"kind\":\"later\",\"fairness_key\":\"late\",\"start_after\":\"PT0.2S\"}]";
    JsonNode late = one.post("/v1/batches", task).body();
    await().until(() -> !task(late, "1", "/explain").at("/queue").isNull());
    assertThat(claim(one, "later", 4)).contains(late.at("/batch_id").asString());
  }
}
