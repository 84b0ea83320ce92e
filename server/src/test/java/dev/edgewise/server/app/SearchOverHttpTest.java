package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Labels of batches, and how batches and tasks are found. */
class SearchOverHttpTest {
  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String task(String id, String kind) {
    return "{\"id\":\"%1$s\",\"name\":\"%1$s\",\"kind\":\"%2$s\"}".formatted(id, kind);
  }

  private static String submit(String labels, String... tasks) {
    Reply reply =
        client.post(
            "/v1/batches",
            "{\"labels\":%s,\"tasks\":[%s]}".formatted(labels, String.join(",", tasks)));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get("batch_id").asString();
  }

  private static List<String> ids(String path, String member) {
    List<String> all = new ArrayList<>();
    String cursor = "";
    do {
      Reply page = client.get(path + "&limit=2" + cursor);
      assertThat(page.status()).as(page.raw().body()).isEqualTo(200);
      page.body().get("items").forEach(item -> all.add(item.get(member).asString()));
      JsonNode next = page.body().get("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());
    return all;
  }

  private static List<String> batches(String query) {
    return ids("/v1/batches?" + query, "batch_id");
  }

  private static List<String> tasks(String query) {
    return ids("/v1/tasks?" + query, "name");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void batchesAndTasksAreFoundByAllGivenLabels() {
    String both = submit("{\"team\":\"billing\",\"env\":\"a:b c\"}", task("both", "labels"));
    String one = submit("{\"team\":\"billing\"}", task("one", "labels"), task("two", "labels"));
    String none = submit("null", task("none", "labels"));

    JsonNode read = client.get("/v1/batches/" + both).body();
    assertThat(read.get("labels").toString()).isEqualTo("{\"env\":\"a:b c\",\"team\":\"billing\"}");
    assertThat(client.get("/v1/batches/" + none).body().get("labels").isEmpty()).isTrue();

    assertThat(batches("label=team:billing")).containsExactly(one, both);
    assertThat(batches("label=team:billing&label=" + encoded("env:a:b c"))).containsExactly(both);
    assertThat(batches("label=team:billing&label=team:shipping")).isEmpty();
    assertThat(batches("label=team:bill")).isEmpty();
    assertThat(tasks("label=team:billing")).containsExactly("two", "one", "both");
    assertThat(tasks("label=team:billing&name=o&kind=labels")).hasSize(3);
    assertThat(tasks("label=team:billing&label=team:billing&name=tw")).containsExactly("two");
    assertThat(client.get("/v1/batches?label=team:billing").body().at("/items/0/labels/team"))
        .hasToString("\"billing\"");
  }

  @Test
  void invalidLabelsAreRefused() {
    String tasks = "\"tasks\":[" + task("a", "k") + "]}";
    String many =
        IntStream.rangeClosed(0, 20)
            .mapToObj(i -> "\"k" + i + "\":\"v\"")
            .collect(Collectors.joining(","));
    assertThat(client.post("/v1/batches", "{\"labels\":{" + many + "}," + tasks).details())
        .isEqualTo("labels: must be at most 20, not 21");
    assertThat(client.post("/v1/batches", "{\"labels\":{\"a\":1}," + tasks).details())
        .contains("labels.a: must be a string");
    assertThat(client.post("/v1/batches", "{\"labels\":{\"a:b\":\"c\"}," + tasks).details())
        .contains("a key must not be empty or contain a colon");
    assertThat(client.post("/v1/batches", "{\"labels\":[]," + tasks).details())
        .contains("labels: must be an object");
    String longText = "x".repeat(256);
    assertThat(
            client
                .post(
                    "/v1/batches",
                    "{\"labels\":{\"%1$s\":\"v\",\"k\":\"%1$s\"},%2$s".formatted(longText, tasks))
                .details())
        .contains("a key must be at most 100 bytes, not 256")
        .contains("labels.k: must be at most 255 bytes");
    assertThat(client.get("/v1/batches?label=team").details())
        .contains("label: must be a key and a value such as team:billing");
    assertThat(client.get("/v1/batches?name=a&name=b").details())
        .contains("name: is given more than once");
  }

  @Test
  void runsHaveTheLabelsOfTheirWorkflowTheirScheduleAndTheirRequest() {
    String workflow =
        "{\"labels\":{\"team\":\"data\",\"env\":\"test\"},\"tasks\":["
            + task("labeled", "labeled")
            + "]}";
    assertThat(client.send("PUT", "/v1/workflows/labeled", workflow).status()).isEqualTo(201);
    Reply run = client.post("/v1/workflows/labeled/run", "{\"labels\":{\"env\":\"live\"}}");
    assertThat(run.status()).as(run.raw().body()).isEqualTo(201);
    String batch = run.body().get("batch_id").asString();
    assertThat(client.get("/v1/batches/" + batch).body().get("labels").toString())
        .isEqualTo("{\"env\":\"live\",\"team\":\"data\"}");
    assertThat(batches("label=env:live&workflow=labeled")).containsExactly(batch);
    assertThat(tasks("workflow=labeled")).containsExactly("labeled");
    assertThat(tasks("workflow=other")).isEmpty();
    assertThat(client.send("PUT", "/v1/workflows/bad", workflow.replace("\"data\"", "1")).details())
        .contains("labels.team: must be a string");
  }

  @Test
  void tasksAreFoundByReasonWorkerAndTime() {
    Instant before = Instant.now().minusSeconds(60);
    Instant after = Instant.now().plusSeconds(60);
    submit("null", task("boom%_", "found"), task("kept", "found"), task("open", "unfound"));
    JsonNode claimed =
        client
            .post("/v1/work/claim", "{\"worker\":\"finder\",\"kinds\":[\"found\"],\"max\":2}")
            .body();
    assertThat(claimed).hasSize(2);
    for (JsonNode each : claimed) {
      if (each.get("name").asString().equals("boom%_")) {
        client.patch(
            "/v1/tasks/" + each.get("task_id").asString(),
            "{\"status\":\"Failure\",\"failure_reason\":\"disk 100%_full\"}");
      }
    }
    assertThat(tasks("worker=finder&status=Running")).containsExactly("kept");
    assertThat(tasks("worker=finder")).containsExactly("kept", "boom%_");
    assertThat(tasks("worker=nobody")).isEmpty();
    assertThat(tasks("failure_reason=" + encoded("100%_f"))).containsExactly("boom%_");
    assertThat(tasks("failure_reason=" + encoded("1_0"))).isEmpty();
    assertThat(tasks("kind=found&ended_after=" + before)).containsExactly("boom%_");
    assertThat(tasks("kind=found&ended_before=" + after)).containsExactly("boom%_");
    assertThat(tasks("kind=found&ended_before=" + before)).isEmpty();
    assertThat(tasks("kind=found&ended_after=" + after)).isEmpty();
    assertThat(tasks("kind=found&created_after=" + before + "&created_before=" + after))
        .containsExactly("kept", "boom%_");
    assertThat(tasks("kind=found&created_after=" + after)).isEmpty();
    assertThat(tasks("kind=found&created_before=" + before)).isEmpty();
    assertThat(client.get("/v1/tasks?created_after=yesterday").details())
        .contains("created_after: must be");
  }
}
