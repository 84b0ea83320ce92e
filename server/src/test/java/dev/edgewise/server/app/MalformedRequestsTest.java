package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Malformed requests: each is refused with a reason, none is a 500. */
class MalformedRequestsTest {
  private static final String TASK = "0198c0de-0000-7000-8000-000000000001";

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

  /** A claimed task of a kind of its own. */
  private static JsonNode claimed(String kind) {
    assertThat(
            client
                .post("/task", "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"%s\"}]".formatted(kind))
                .status())
        .isEqualTo(201);
    return client
        .post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"%s\"]}".formatted(kind))
        .body()
        .get(0);
  }

  private static String success(JsonNode task) {
    return "{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}"
        .formatted(task.get("task_id"), task.get("delivery_token"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /task",
        "PATCH /task/" + TASK,
        "PUT /task/" + TASK,
        "PATCH /batch/" + TASK + "/rules",
        "POST /work/claim",
        "POST /work/complete",
        "POST /work/next",
        "POST /work/heartbeat",
        "POST /event",
        "PUT /workflow/a",
        "POST /workflow/a/run",
        "PUT /schedule/a"
      })
  void aBodyThatIsNullIsA400(String route) {
    String[] parts = route.split(" ", 2);
    Reply reply = client.send(parts[0], parts[1], "null");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
    assertThat(reply.body().get("detail").asString()).contains("must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /workflow/a%00b",
        "PUT /workflow/a%00b",
        "POST /workflow/a%00b/run",
        "GET /schedule/a%00b",
        "PUT /schedule/a%00b",
        "DELETE /schedule/a%00b",
        "POST /schedule/a%00b/pause",
        "POST /schedule/a%00b/resume",
        "POST /delivery/a%00b/replay",
        "GET /batches?name=a%00b",
        "GET /task?kind=a%00b",
        "GET /task?metadata=%7B%22a%22%3A%22%5Cu0000%22%7D"
      })
  void aNulInANameIsA400(String route) {
    String[] parts = route.split(" ", 2);
    String body = parts[0].equals("PUT") ? "{\"tasks\":[]}" : "";
    Reply reply = client.send(parts[0], parts[1], body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%2B99999999-01-01T00:00:00Z",
        "-4713-01-01T00:00:00Z",
        "-99999-01-01T00:00:00Z",
        "%2B294277-01-01T00:00:00Z",
        "%2B999999999-12-31T23:59:59-18:00"
      })
  void aFarAwayTimeIsA400(String time) {
    for (String name : List.of("created_after", "created_before")) {
      Reply reply = client.get("/batches?" + name + "=" + time);
      assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
      assertThat(reply.details()).contains(name + ": must be an RFC 3339 time");
    }
  }

  @Test
  void aStartInAFarAwayYearDoesNotStopTheTimers() {
    String far = "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"far\",\"start_after\":\"%s\"}]";
    assertThat(client.post("/task", far.formatted("9999-12-31T23:59:59Z")).status()).isEqualTo(201);
    for (int round = 0; round < 3; round++) {
      assertThat(client.post("/task", far.formatted("PT0.1S")).status()).isEqualTo(201);
      Reply claimed =
          client.post(
              "/work/claim", "{\"worker\":\"w\",\"kinds\":[\"far\"],\"max\":1,\"wait_secs\":10}");
      assertThat(claimed.body()).as("round %d", round).hasSize(1);
    }
    assertThat(client.get("/ready").status()).isEqualTo(200);
  }

  @Test
  void aCursorThatStandsForAFarAwayTimeIsA400() {
    String cursor = "gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"; // Long.MIN_VALUE microseconds.
    assertThat(client.get("/batches?cursor=" + cursor).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "7",
        "\"x\"",
        "[]",
        "{}",
        "{\"task_id\":\"\\ud800\"}",
        "{\"task_id\":\"a\\u0000\"}",
        "{\"\\ud800\":1}",
        "{\"task_id\":1e400000}",
        "{\"task_id\":\"" + TASK + "\",\"task_id\":\"" + TASK + "\"}",
        "{\"task_id\":\"" + TASK + "\",\"result\":{\"b\":[{\"c\":1,\"c\":2}]}}",
        "NUMBER",
        "NAME",
        "DEEP"
      })
  void anInvalidItemDoesNotAffectTheValidOnes(String bad) {
    String item =
        switch (bad) {
          case "NUMBER" -> "{\"task_id\":" + "1".repeat(2_000) + "}";
          case "NAME" -> "{\"" + "n".repeat(60_000) + "\":1}";
          case "DEEP" -> "{\"result\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";
          default -> bad;
        };
    String kind = "bad-item-" + Integer.toHexString(bad.hashCode());
    JsonNode task = claimed(kind);
    String beat =
        "{\"task_id\":%s,\"delivery_token\":%s}"
            .formatted(task.get("task_id"), task.get("delivery_token"));
    Reply beats = client.post("/work/heartbeat", "[%s,%s]".formatted(item, beat));
    mixed(beats, "ok");
    assertThat(beats.body().get(0).get("should_cancel").asBoolean())
        .as("a heartbeat that cannot be read is no reason to stop the work")
        .isFalse();

    String event =
        """
        {"specversion":"1.0","id":"%s","type":"edgewise.task.heartbeat","subject":%s,"data":{"attempt":0}}
        """
            .formatted("01JCXA7P00%016d".formatted(kind.hashCode() & 0xffff), task.get("task_id"));
    mixed(client.post("/event", "[%s,%s]".formatted(item, event)), "applied");

    mixed(client.post("/work/complete", "[%s,%s]".formatted(item, success(task))), "ok");
  }

  private static void mixed(Reply reply, String good) {
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    assertThat(reply.body()).hasSize(2);
    assertThat(reply.body().get(0).get("result").asString()).isEqualTo("invalid");
    assertThat(reply.body().get(0).get("error").asString()).isNotEmpty();
    assertThat(reply.body().get(1).get("result").asString()).isEqualTo(good);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /task [{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\",\"metadata\":{\"x\":1,\"x\":1}}]",
        "POST /task {\"tasks\":[],\"x\":[],\"x\":[]}",
        "PATCH /task/" + TASK + " {\"metadata\":[{\"x\":1,\"y\":2,\"x\":3}]}",
        "PUT /task/" + TASK + " {\"new_success\":1,\"new_success\":1}",
        "PATCH /batch/" + TASK + "/rules {\"kind\":\"k\",\"kind\":\"k\"}",
        "POST /work/claim {\"worker\":\"w\",\"worker\":\"w\"}",
        "POST /work/next {\"worker\":\"w\",\"kinds\":[],\"worker\":\"w\"}",
        "PUT /workflow/a {\"tasks\":[{\"input\":{\"x\":1,\"x\":1}}]}",
        "POST /workflow/a/run {\"inputs\":{\"x\":1,\"x\":1}}",
        "PUT /schedule/a {\"workflow\":\"a\",\"workflow\":\"a\"}"
      })
  void aKeyThatIsGivenTwiceIsA400(String request) {
    String[] parts = request.split(" ", 3);
    Reply reply = client.send(parts[0], parts[1], parts[2]);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
    assertThat(reply.body().get("detail").asString())
        .containsPattern("the key '\\w+' is given twice");
  }

  @Test
  void anItemNamesTheKeyThatItGivesTwice() {
    for (String route : List.of("/work/complete", "/work/heartbeat", "/event")) {
      Reply reply = client.post(route, "[{\"delivery_token\":\"a\",\"delivery_token\":\"a\"}]");
      assertThat(reply.body().get(0).get("error").asString())
          .contains("the key 'delivery_token' is given twice");
    }
  }

  @Test
  void completionsThatAreGivenTwiceBesideAClaimAreA400() {
    JsonNode task = claimed("next-twice");
    Reply reply =
        client.post(
            "/work/next",
            "{\"completions\":[%s],\"worker\":\"w\",\"kinds\":[\"x\"],\"completions\":[]}"
                .formatted(success(task)));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
    assertThat(reply.body().get("detail").asString())
        .contains("the key 'completions' is given twice");
    assertThat(
            client
                .post("/work/complete", "[" + success(task) + "]")
                .body()
                .get(0)
                .get("result")
                .asString())
        .isEqualTo("ok");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "{}", "{\"task_id\":\"x\"}"})
  void anInvalidCompletionOfNextDoesNotAffectTheValidOnes(String bad) {
    String kind = "bad-next-" + Integer.toHexString(bad.hashCode());
    JsonNode task = claimed(kind);
    Reply reply =
        client.post(
            "/work/next",
            "{\"completions\":[%s,%s],\"worker\":\"w\",\"kinds\":[\"%s\"]}"
                .formatted(bad, success(task), kind));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    JsonNode completions = reply.body().get("completions");
    assertThat(completions.get(0).get("result").asString()).isEqualTo("invalid");
    assertThat(completions.get(1).get("result").asString()).isEqualTo("ok");
  }

  @Test
  void anEventWithANulInItsHeadersIsInvalid() {
    for (String id : List.of("a%00b", "01JCXA7P000000000000000%00")) {
      Reply reply =
          client.send(
              "POST",
              "/event",
              "{\"attempt\":0}",
              "ce-specversion",
              "1.0",
              "ce-id",
              id,
              "ce-type",
              "edgewise.task.heartbeat",
              "ce-subject",
              TASK);
      assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
      assertThat(reply.body().get(0).get("result").asString()).isEqualTo("invalid");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"tasks\": [",
        "[{\"id\": \"a\" \"name\": 1}]",
        "[{\"id\": nul}]",
        "[{\"id\": \"a\nb\"}]",
        "[{\"id\": \"\\q\"}]",
        "[{'id': 1}]",
        "[01]",
        "[1.]",
        "[{\"a\":1,}]",
        "]",
        "\u0001",
        "[NaN]"
      })
  void invalidJsonIsRefusedWithoutInternals(String body) {
    for (String route : List.of("/task", "/work/complete", "/work/claim", "/event")) {
      Reply reply = client.post(route, body);
      assertThat(reply.status()).as(reply.raw().body()).isEqualTo(400);
      boolean misfit = reply.body().get("title").asString().equals("Invalid request");
      assertThat(reply.body().get("detail").asString())
          .contains(misfit ? "body: must be an " : "Line ")
          .doesNotContain(
              "Source", "Feature", "REDACTED", "tools.jackson", "JsonToken", "code 1", "marker");
    }
  }

  @Test
  void anUnpairedSurrogateInAFieldNameIsA400() {
    Reply reply = client.post("/work/claim", "{\"worker\":\"w\",\"kinds\":[],\"\\ud800\":1}");
    assertThat(reply.status()).isEqualTo(400);
    reply = client.post("/task", "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"k\",\"\\udc00x\":1}]");
    assertThat(reply.status()).isEqualTo(400);
  }
}
