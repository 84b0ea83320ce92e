package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Failures in groups, and one action on many tasks. */
class BulkOverHttpTest {
  private static final int KINDS = 5;
  private static final int OF_A_KIND = 400;

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

  /** Submits tasks of one kind and returns the id of their batch. */
  private static String submit(String kind, int tasks, String label) {
    String all =
        IntStream.range(0, tasks)
            .mapToObj(i ->
                "{\"id\":\"t%1$d\",\"name\":\"%2$s %1$d\",\"kind\":\"%2$s\"}".formatted(i, kind))
            .collect(Collectors.joining(","));
    Reply reply =
        client.post(
            "/v1/batches", "{\"labels\":{\"run\":\"%s\"},\"tasks\":[%s]}".formatted(label, all));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get("batch_id").asString();
  }

  private static void work(String kind, int tasks, String outcome) {
    JsonNode claimed =
        client
            .post(
                "/v1/work/claim",
                "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d}".formatted(kind, tasks))
            .body();
    assertThat(claimed.size()).isEqualTo(tasks);
    String items =
        claimed
            .valueStream()
            .map(task ->
                "{\"task_id\":\"%s\",\"delivery_token\":\"%s\",%s}"
                    .formatted(
                        task.get("task_id").asString(),
                        task.get("delivery_token").asString(),
                        outcome))
            .collect(Collectors.joining(","));
    assertThat(client.post("/v1/work/complete", "[" + items + "]").status()).isEqualTo(200);
  }

  private static JsonNode bulk(String action, String filter, boolean dryRun) {
    Reply reply =
        client.post(
            "/v1/tasks/bulk",
            "{\"action\":\"%s\",\"filter\":%s,\"dry_run\":%s}".formatted(action, filter, dryRun));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body();
  }

  private static JsonNode failures(String query) {
    Reply reply = client.get("/v1/failures" + query);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body();
  }

  @Test
  void twoThousandFailuresAreGroupedThenRunAgainTogether() {
    List<String> batches = new ArrayList<>();
    for (int kind = 0; kind < KINDS; kind++) {
      String name = "bulk-" + kind;
      batches.add(submit(name, OF_A_KIND, "many"));
      work(
          name,
          OF_A_KIND,
          "\"status\":\"Failure\",\"failure_reason\":\"boom %d\"".formatted(kind % 2));
    }
    JsonNode groups = failures("?label=run:many");
    assertThat(groups.get("items")).hasSize(KINDS);
    assertThat(groups.get("complete").asBoolean()).isTrue();
    for (JsonNode group : groups.get("items")) {
      assertThat(group.propertyNames())
          .containsExactly("kind", "reason", "count", "last_at", "sample_task_id");
      assertThat(group.get("count").asInt()).isEqualTo(OF_A_KIND);
      JsonNode sample = client.get("/v1/tasks/" + group.get("sample_task_id").asString()).body();
      assertThat(sample.get("kind")).isEqualTo(group.get("kind"));
      assertThat(sample.get("failure_reason")).isEqualTo(group.get("reason"));
      assertThat(sample.get("ended_at")).isEqualTo(group.get("last_at"));
    }
    assertThat(failures("?label=run:many&kind=bulk-1").at("/items/0/reason").asString())
        .isEqualTo("boom 1");
    List<String> paged = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = failures("?label=run:many&limit=2" + cursor);
      page.get("items").forEach(group -> paged.add(group.get("kind").asString()));
      cursor =
          page.get("next_cursor").isNull() ? "" : "&cursor=" + page.get("next_cursor").asString();
    } while (!cursor.isEmpty());
    assertThat(paged).containsExactly("bulk-0", "bulk-1", "bulk-2", "bulk-3", "bulk-4");
    assertThat(failures("?label=run:many&ended_after=2100-01-01T00:00:00Z").get("items")).isEmpty();
    assertThat(failures("?label=run:none").get("complete").asBoolean()).isTrue();

    int all = KINDS * OF_A_KIND;
    String filter = "{\"status\":\"Failure\",\"label\":\"run:many\",\"failure_reason\":\"boom\"}";
    JsonNode preview = bulk("rerun", filter, true);
    assertThat(preview.propertyNames()).containsExactly("matched", "applied", "refused", "sample");
    assertThat(preview.get("matched").asInt()).isEqualTo(all);
    assertThat(preview.get("applied").asInt()).isZero();
    assertThat(preview.get("refused")).isEmpty();
    assertThat(preview.get("sample")).hasSize(10);
    assertThat(failures("?label=run:many").get("items")).hasSize(KINDS);

    JsonNode done = bulk("rerun", filter, false);
    assertThat(done.get("matched").asInt()).isEqualTo(all);
    assertThat(done.get("applied").asInt()).isEqualTo(all);
    assertThat(bulk("rerun", filter, false).get("matched").asInt()).isZero();
    assertThat(failures("?label=run:many").get("items")).isEmpty();

    for (int kind = 0; kind < KINDS; kind++) {
      work("bulk-" + kind, OF_A_KIND, "\"status\":\"Success\"");
      assertThat(
              client
                  .get("/v1/batches/" + batches.get(kind))
                  .body()
                  .at("/status_counts/success")
                  .asInt())
          .isEqualTo(OF_A_KIND);
    }
    String rerun =
        client.get("/v1/audit?action=task.rerun&limit=1").body().at("/items/0/actor").asString();
    assertThat(rerun).isNotEmpty();
  }

  @Test
  void tasksInAWrongStateAreMatchedAndRefusedAsForeseen() {
    String batch = submit("mixed", 4, "mixed");
    work("mixed", 1, "\"status\":\"Success\"");
    String one =
        client
            .get("/v1/batches/" + batch + "/tasks?status=Pending")
            .body()
            .at("/items/0/id")
            .asString();
    client.post("/v1/tasks/" + one + "/pause", "");
    String filter = "{\"label\":[\"run:mixed\"]}";

    for (String action : List.of("pause", "resume", "resume", "cancel", "rerun", "cancel")) {
      JsonNode foreseen = bulk(action, filter, true);
      JsonNode done = bulk(action, filter, false);
      assertThat(done.get("matched").asInt()).as(action).isEqualTo(4);
      assertThat(done.get("refused")).as(action).isEqualTo(foreseen.get("refused"));
      int refused =
          done.get("refused").valueStream().mapToInt(each -> each.get("count").asInt()).sum();
      assertThat(done.get("applied").asInt()).as(action).isEqualTo(4 - refused);
      if (action.equals("pause")) {
        assertThat(done.get("refused").toString())
            .contains("The task is Paused already.")
            .contains("The task is Success: the task has already ended.");
      }
    }
    assertThat(client.get("/v1/batches/" + batch).body().at("/status_counts/canceled").asInt())
        .isEqualTo(4);
  }

  @Test
  void aFilterIsRequiredAndHasOnlyKnownMembers() {
    assertThat(client.post("/v1/tasks/bulk", "{\"action\":\"cancel\"}").details())
        .contains("filter");
    assertThat(client.post("/v1/tasks/bulk", "{\"action\":\"cancel\",\"filter\":null}").details())
        .contains("filter");
    assertThat(
            client
                .post("/v1/tasks/bulk", "{\"action\":\"cancel\",\"filter\":{\"limit\":1}}")
                .details())
        .contains("limit");
    assertThat(client.post("/v1/tasks/bulk", "{\"action\":\"delete\",\"filter\":{}}").details())
        .contains("action");
    assertThat(
            client
                .post("/v1/tasks/bulk", "{\"action\":\"cancel\",\"filter\":{\"label\":\"x\"}}")
                .details())
        .contains("filter.label: must be a key and a value");
  }
}
