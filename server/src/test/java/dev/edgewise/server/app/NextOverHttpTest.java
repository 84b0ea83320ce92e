package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workers that report and claim in one exchange. */
class NextOverHttpTest {
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

  /** Submits a chain of three; returns its batch. */
  private static String submit(String kind) {
    Reply reply =
        client.post(
            "/task",
            """
            [{"id": "a", "name": "a", "kind": "%1$s"},
             {"id": "b", "name": "b", "kind": "%1$s", "dependencies": [{"id": "a"}]},
             {"id": "c", "name": "c", "kind": "%1$s", "dependencies": [{"id": "b"}]}]
            """
                .formatted(kind));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get(0).get("batch_id").asString();
  }

  private static Reply next(String completions, String kind, String more) {
    return client.post(
        "/work/next",
        """
        {"completions": [%s], "worker": "w", "kinds": ["%s"]%s}
        """
            .formatted(completions, kind, more));
  }

  private static String success(JsonNode task) {
    return """
    {"task_id": %s, "delivery_token": %s, "status": "Success"}\
    """
        .formatted(task.get("task_id"), task.get("delivery_token"));
  }

  private static List<String> results(Reply reply) {
    return reply.body().get("completions").findValuesAsString("result");
  }

  private static JsonNode onlyTask(Reply reply) {
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    assertThat(reply.body().get("tasks")).as(reply.raw().body()).hasSize(1);
    return reply.body().get("tasks").get(0);
  }

  private static JsonNode counts(String batch) {
    return client.get("/batch/" + batch).body().get("status_counts");
  }

  @Test
  void aChainTakesOneExchangeForEachTask() {
    String batch = submit("chain");
    JsonNode task =
        onlyTask(client.post("/work/next", "{\"worker\": \"w\", \"kinds\": [\"chain\"]}"));
    for (String following : List.of("b", "c")) {
      Reply reply = next(success(task), "chain", ", \"wait_secs\": 10");

      assertThat(results(reply)).containsExactly("ok");
      task = onlyTask(reply);
      assertThat(task.get("name").asString()).isEqualTo(following);
    }
    Reply last = next(success(task), "chain", "");

    assertThat(results(last)).containsExactly("ok");
    assertThat(last.body().get("tasks")).isEmpty();
    assertThat(client.get("/batch/" + batch).body().get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void eachCompletionHasItsResultAndTheClaimIsServedToo() {
    submit("mixed");
    JsonNode task = onlyTask(next("", "mixed", ""));
    String stale = success(task).replace(task.get("delivery_token").asString(), "of-nobody");
    String invalid = success(task).replace("Success", "Running");

    Reply reply = next(String.join(",", stale, invalid, success(task)), "mixed", "");

    assertThat(results(reply)).containsExactly("stale", "invalid", "ok");
    assertThat(onlyTask(reply).get("name").asString()).isEqualTo("b");
    Reply again = next(success(task), "mixed", "");
    assertThat(results(again)).containsExactly("ok");
    assertThat(again.body().get("tasks")).isEmpty();
  }

  @Test
  void aRefusedRequestReportsNothing() {
    String batch = submit("refused");
    JsonNode task = onlyTask(next("", "refused", ""));

    assertThat(next(success(task), "refused", ", \"max\": 0").status()).isEqualTo(400);
    String many = String.join(",", Collections.nCopies(10_001, success(task)));
    Reply tooMany = next(many, "refused", "");
    assertThat(tooMany.status()).isEqualTo(400);
    assertThat(tooMany.raw().body()).contains("completions: must have at most");

    assertThat(counts(batch).path("running").asInt()).isEqualTo(1);
    assertThat(results(next(success(task), "refused", ""))).containsExactly("ok");
  }
}
