package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Results, inline nodes and spreads as clients see them. */
class DataFlowOverHttpTest {
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

  private static List<String> submit(String batch) {
    Reply reply = client.post("/task", batch.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    List<String> ids = new ArrayList<>();
    reply.body().forEach(task -> ids.add(task.get("id").asString()));
    return ids;
  }

  private static JsonNode task(String id) {
    return client.get("/task/" + id).body();
  }

  private static JsonNode batchOf(String id) {
    return client.get("/batch/" + task(id).get("batch_id").asString()).body();
  }

  private static JsonNode claim(String kind, int max) {
    return client
        .post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":10}"
                .formatted(kind, max))
        .body();
  }

  private static String complete(JsonNode claimed, String result) {
    return client
        .post(
            "/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\",\"result\":%s}]"
                .formatted(
                    claimed.get("task_id").asString(),
                    claimed.get("delivery_token").asString(),
                    result))
        .body()
        .get(0)
        .get("result")
        .asString();
  }

  @Test
  void resultsReachDescendantsAndInlineNodesComputeTheBatchsResult() {
    List<String> ids =
        submit(
            """
            {'inputs':{'n':3},'tasks':[
             {'id':'fetch','name':'f','kind':'flow1','input':{'n':'${inputs.n + 1}','text':'n is ${inputs.n}'}},
             {'id':'doubled','name':'d','kind':'x','let':'fetch.value * 2'},
             {'id':'answer','name':'a','kind':'x','output':'{\\"sum\\": doubled + inputs.n}'}]}
            """);
    JsonNode fetch = claim("flow1", 1).get(0);
    assertThat(fetch.get("input").toString()).isEqualTo("{\"n\":4,\"text\":\"n is 3\"}");
    assertThat(task(ids.get(1)).get("status").asString()).isEqualTo("Waiting");

    assertThat(complete(fetch, "{\"value\":20}")).isEqualTo("ok");

    assertThat(task(ids.get(1)).get("result").asInt()).isEqualTo(40);
    JsonNode batch = batchOf(ids.getFirst());
    assertThat(batch.get("state").asString()).isEqualTo("succeeded");
    assertThat(batch.get("result").toString()).isEqualTo("{\"sum\":43}");
  }

  @Test
  void aFalseGuardSkipsItsBranchAndAnAlwaysJoinGoesOn() {
    List<String> ids =
        submit(
            """
            {'inputs':{'go':false},'tasks':[
             {'id':'a','name':'a','kind':'flow2','when':'inputs.go'},
             {'id':'b','name':'b','kind':'flow2','dependencies':[{'id':'a','condition':'on_success'}]},
             {'id':'join','name':'j','kind':'flow2','dependencies':[{'id':'a'},{'id':'b'}]}]}
            """);

    assertThat(task(ids.get(0)).get("status").asString()).isEqualTo("Skipped");
    assertThat(task(ids.get(0)).get("failure_reason").asString()).isEqualTo("Guard is false");
    assertThat(task(ids.get(1)).get("status").asString()).isEqualTo("Skipped");
    assertThat(task(ids.get(2)).get("status").asString()).isEqualTo("Pending");
  }

  @Test
  void anExpressionThatFailsFailsItsNodeWithTheMessage() {
    List<String> ids =
        submit(
            "[{'id':'bad','name':'b','kind':'x','let':'1 /"
                + " 0'},{'id':'next','name':'n','kind':'x','dependencies':[{'id':'bad','condition':'on_success'}]}]");

    assertThat(task(ids.get(0)).get("status").asString()).isEqualTo("Failure");
    assertThat(task(ids.get(0)).get("failure_reason").asString()).contains("let").contains("zero");
    assertThat(task(ids.get(1)).get("status").asString()).isEqualTo("Skipped");
    assertThat(batchOf(ids.getFirst()).get("state").asString()).isEqualTo("failed");
  }

  @Test
  void invalidExpressionsAreRefusedAtSubmission() {
    Reply reply =
        client.post(
            "/task",
            """
            [{"id":"a","name":"a","kind":"x","let":"nobody.value"},
             {"id":"b","name":"b","kind":"x","let":"1 +"},
             {"id":"c","name":"c","kind":"x","let":"item"}]
            """);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.raw().body())
        .contains("tasks[0].let")
        .contains("tasks[1].let")
        .contains("tasks[2].let");
  }

  @Test
  void aSpreadOverAnEmptyListHasAnEmptyResultAtOnce() {
    List<String> ids =
        submit(
            "{'inputs':{'list':[]},'tasks':[{'id':'m','name':'m','kind':'x','spread':'inputs.list'},{'id':'n','name':'n','kind':'x','output':'size(m)'}]}");

    assertThat(task(ids.get(0)).get("result").toString()).isEqualTo("[]");
    assertThat(batchOf(ids.getFirst()).get("result").asInt()).isZero();
  }

  @Test
  void aSpreadReturnsResultsInOrderWhateverOrderItsItemsEndIn() {
    List<String> ids =
        submit(
            "{'inputs':{},'tasks':[{'id':'m','name':'m','kind':'flow3','spread':'[10, 20, 30, 40,"
                + " 50]','input':{'x':'${item}','i':'${index}'}}]}");
    List<JsonNode> items = new ArrayList<>();
    claim("flow3", 10).forEach(items::add);
    assertThat(items).hasSize(5);
    Collections.shuffle(items, new Random(7));

    for (JsonNode item : items) {
      int value = item.get("input").get("x").asInt() + item.get("input").get("i").asInt();
      assertThat(complete(item, Integer.toString(value))).isEqualTo("ok");
      assertThat(complete(item, Integer.toString(value))).isEqualTo("ok");
    }

    JsonNode spread = task(ids.getFirst());
    assertThat(spread.get("status").asString()).isEqualTo("Success");
    assertThat(spread.get("result").toString()).isEqualTo("[10,21,32,43,54]");
    assertThat(batchOf(ids.getFirst()).get("total_tasks").asInt()).isEqualTo(6);
  }

  @Test
  void aSpreadOfInlineItemsIsComputedAtSubmission() {
    List<String> ids =
        submit(
            "[{'id':'m','name':'m','kind':'x','spread':'lists.range(100)','let':'item *"
                + " index'},{'id':'sum','name':'s','kind':'x','output':'m[99]'}]");

    assertThat(task(ids.get(0)).get("status").asString()).isEqualTo("Success");
    assertThat(batchOf(ids.getFirst()).get("result").asInt()).isEqualTo(9801);
  }

  @Test
  void aResultBeyondItsBoundIsRefusedAndOneOfExactlyThatSizeIsKept() {
    List<String> ids =
        submit("[{'id':'a','name':'a','kind':'flow4'},{'id':'b','name':'b','kind':'flow4'}]");
    JsonNode claimed = claim("flow4", 2);
    String largest = "\"" + "x".repeat(Limits.RESULT_MAX_BYTES - 2) + "\"";
    String tooLarge = "\"" + largest.substring(1, largest.length() - 1) + "y\"";

    Reply refused =
        client.patch("/task/" + ids.get(0), "{\"status\":\"Success\",\"result\":" + tooLarge + "}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().get("details").get(0).asString())
        .isEqualTo("result: must have at most 1048576 bytes");
    assertThat(complete(claimed.get(1), tooLarge)).isEqualTo("invalid");
    assertThat(task(ids.get(0)).get("status").asString()).isEqualTo("Running");

    assertThat(complete(claimed.get(0), largest)).isEqualTo("ok");
    assertThat(task(claimed.get(0).get("task_id").asString()).get("result").asString())
        .hasSize(Limits.RESULT_MAX_BYTES - 2);
  }

  @Test
  void ofTwoConcurrentOutputsOneIsTheResult() {
    for (int round = 0; round < 10; round++) {
      List<String> ids =
          submit(
              """
              [{'id':'a','name':'a','kind':'flow5'},{'id':'b','name':'b','kind':'flow5'},
               {'id':'x','name':'x','kind':'x','output':'a'},
               {'id':'y','name':'y','kind':'x','output':'b'}]
              """);
      JsonNode claimed = claim("flow5", 2);
      List<String> answers =
          List.of(0, 1).parallelStream()
              .map(i -> complete(claimed.get(i), "{\"from\":" + i + "}"))
              .toList();

      assertThat(answers).containsExactly("ok", "ok");
      JsonNode batch = batchOf(ids.getFirst());
      assertThat(batch.get("state").asString()).isEqualTo("succeeded");
      assertThat(batch.get("result").toString()).isIn("{\"from\":0}", "{\"from\":1}");
      assertThat(task(ids.get(2)).get("status").asString()).isEqualTo("Success");
      assertThat(task(ids.get(3)).get("status").asString()).isEqualTo("Success");
    }
  }

  @Test
  void collectedErrorsDoNotFailTheBatchAndARerunFindsThem() {
    String spread =
        submit(
                "[{'id':'s','name':'s','kind':'collected','spread':'[1,"
                    + " 2]','spread_errors':'collect'}]")
            .getFirst();
    String batch = task(spread).get("batch_id").asString();
    JsonNode items = claim("collected", 2);
    client.patch(
        "/task/" + items.get(0).get("task_id").asString(),
        "{\"status\":\"Failure\",\"failure_reason\":\"boom\"}");
    client.patch("/task/" + items.get(1).get("task_id").asString(), "{\"status\":\"Success\"}");

    assertThat(task(spread).get("status").asString()).isEqualTo("Success");
    assertThat(batchOf(spread).get("state").asString()).isEqualTo("succeeded");
    assertThat(batchOf(spread).get("status_counts").get("failure").asInt()).isOne();

    assertThat(client.post("/batch/" + batch + "/rerun", "").status()).isEqualTo(202);
    assertThat(batchOf(spread).get("state").asString()).isEqualTo("running");
    for (JsonNode item : claim("collected", 2)) {
      client.patch("/task/" + item.get("task_id").asString(), "{\"status\":\"Success\"}");
    }
    assertThat(batchOf(spread).get("state").asString()).isEqualTo("succeeded");
    assertThat(client.post("/batch/" + batch + "/rerun", "").status()).isEqualTo(409);
  }
}
