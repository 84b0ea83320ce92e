package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.http.task.SubmitTasks;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Batches, tasks and workers as clients see them. */
class TaskApiTest {
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

  private static List<String> submit(String tasks) {
    Reply reply = client.post("/task", tasks.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    List<String> ids = new ArrayList<>();
    reply.body().forEach(task -> ids.add(task.get("id").asString()));
    return ids;
  }

  private static JsonNode claim(String kind) {
    Reply reply =
        client.post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"" + kind + "\"],\"wait_secs\":10,\"lease_secs\":60}");
    assertThat(reply.status()).isEqualTo(200);
    return reply.body();
  }

  private static String status(String task) {
    return client.get("/task/" + task).body().get("status").asString();
  }

  @Test
  void aRealSubmissionMakesTheWarmUpUnnecessary() {
    submit("[{'id':'a','name':'a','kind':'practice'}]");

    assertThat(SubmitTasks.isPractised()).isTrue();
  }

  @Test
  void buildFailsSoRollbackRunsAndDeployIsSkipped() {
    List<String> ids =
        submit(
            """
            [{'id':'deploy','name':'Deploy','kind':'brf','dependencies':[{'id':'build','condition':'on_success'}]},
             {'id':'build','name':'Build','kind':'brf'},
             {'id':'rollback','name':'Rollback','kind':'brf','dependencies':[{'id':'build','condition':'on_failure'}]},
             {'id':'notify','name':'Notify','kind':'brf','dependencies':[{'id':'deploy'},{'id':'rollback'}]}]
            """);
    JsonNode build = claim("brf").get(0);
    assertThat(build.get("task_id").asString()).isEqualTo(ids.get(1));

    Reply failed =
        client.patch("/task/" + ids.get(1), "{\"status\":\"Failure\",\"failure_reason\":\"no\"}");

    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.body().get("applied").asBoolean()).isTrue();
    assertThat(status(ids.get(0))).isEqualTo("Skipped");
    assertThat(claim("brf").get(0).get("task_id").asString()).isEqualTo(ids.get(2));
    client.patch("/task/" + ids.get(2), "{\"status\":\"Success\"}");
    assertThat(claim("brf").get(0).get("task_id").asString()).isEqualTo(ids.get(3));
  }

  @Test
  void theSamePatchFiftyTimesIsAppliedOnce() {
    String task =
        submit(
                "[{'id':'a','name':'a','kind':'fifty'},{'id':'b','name':'b','kind':'x','dependencies':[{'id':'a'}]}]")
            .getFirst();
    claim("fifty");

    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      replies.add(
          CompletableFuture.supplyAsync(
              () -> client.patch("/task/" + task, "{\"status\":\"Success\",\"result\":{\"n\":1}}"),
              command -> Thread.ofVirtual().start(command)));
    }

    List<Reply> answers = replies.stream().map(CompletableFuture::join).toList();
    assertThat(answers).allMatch(reply -> reply.status() == 200);
    assertThat(answers).filteredOn(reply -> reply.body().get("applied").asBoolean()).hasSize(1);
  }

  @Test
  void successAgainstFailureHasOneWinner() {
    String task = submit("[{'id':'a','name':'a','kind':'race'}]").getFirst();
    claim("race");

    var success =
        CompletableFuture.supplyAsync(
            () -> client.patch("/task/" + task, "{\"status\":\"Success\"}"));
    var failure =
        CompletableFuture.supplyAsync(() ->
            client.patch("/task/" + task, "{\"status\":\"Failure\",\"failure_reason\":\"no\"}"));

    assertThat(List.of(success.join().status(), failure.join().status()))
        .containsExactlyInAnyOrder(200, 409);
  }

  @Test
  void aLateFailureOfTheFirstAttemptCannotEndTheSecond() {
    String task =
        submit(
                "[{'id':'a','name':'a','kind':'late','retry':{'max_retries':2,'initial_delay_secs':1}}]")
            .getFirst();
    String first = claim("late").get(0).get("delivery_token").asString();
    String failure = "{\"status\":\"Failure\",\"failure_reason\":\"boom\"}";
    assertThat(
            client
                .patch("/task/" + task + "?token=" + first, failure)
                .body()
                .get("status")
                .asString())
        .isEqualTo("RetryPending");
    Reply repeated = client.patch("/task/" + task + "?token=" + first, failure);
    assertThat(repeated.status()).isEqualTo(200);
    assertThat(repeated.body().get("applied").asBoolean()).isFalse();
    JsonNode second = claim("late").get(0);
    assertThat(second.get("attempt").asInt()).isEqualTo(1);

    Reply late = client.patch("/task/" + task + "?token=" + first, failure);

    assertThat(late.status()).isEqualTo(409);
    assertThat(late.raw().body()).contains("Running");
    assertThat(status(task)).isEqualTo("Running");
    assertThat(client.patch("/task/" + task + "?token=AAAA", failure).status()).isEqualTo(409);
  }

  @Test
  void eachCompletionOfARequestHasItsOwnResult() {
    List<String> ids =
        submit("[{'id':'a','name':'a','kind':'many'},{'id':'b','name':'b','kind':'many'}]");
    JsonNode a = claim("many").get(0);
    JsonNode b = claim("many").get(0);

    Reply reply =
        client.post(
            "/work/complete",
            """
            [{"task_id":"%s","delivery_token":"%s","status":"Success","result":[1]},
             {"task_id":"%s","delivery_token":"AAAA","status":"Success"},
             {"task_id":"00000000-0000-0000-0000-000000000001","delivery_token":"x","status":"Success"},
             {"task_id":"%s","delivery_token":"%s","status":"Failure"},
             {"task_id":"no uuid","delivery_token":"x","status":"Success"},
             {"task_id":"%s","delivery_token":"x","status":"Done"},
             {"task_id":"%s","delivery_token":"x","status":"Success","result":%s}, 7]
            """
                .formatted(
                    ids.get(0),
                    a.get("delivery_token").asString(),
                    ids.get(1),
                    ids.get(1),
                    b.get("delivery_token").asString(),
                    ids.get(1),
                    ids.get(1),
                    "[".repeat(5_000) + "]".repeat(5_000)));

    assertThat(reply.body().findValuesAsString("result"))
        .containsExactly(
            "ok", "stale", "unknown", "invalid", "invalid", "invalid", "invalid", "invalid");
    assertThat(reply.body().findValues("error").stream().map(JsonNode::asString))
        .contains("task_id: must be a UUID")
        .noneMatch(error -> error.contains("Stream") || error.contains("jackson"));
    assertThat(reply.body().get(4).get("task_id").asString()).isEqualTo("no uuid");
    assertThat(status(ids.get(0))).isEqualTo("Success");
    assertThat(status(ids.get(1))).isEqualTo("Running");
  }

  @Test
  void aWaitingWorkerGetsATaskThatIsSubmittedMeanwhile() {
    var waiting = CompletableFuture.supplyAsync(() -> claim("soon"));
    submit("[{'id':'a','name':'a','kind':'soon'}]");

    assertThat(waiting.join()).hasSize(1);
  }

  @Test
  void countersAreAddedUpAndShown() {
    String task = submit("[{'id':'a','name':'a','kind':'count','expected_count':10}]").getFirst();
    claim("count");

    for (int i = 0; i < 5; i++) {
      assertThat(
              client
                  .send("PUT", "/task/" + task, "{\"new_success\":2,\"new_failures\":1}")
                  .status())
          .isEqualTo(202);
    }

    await()
        .untilAsserted(() -> {
          JsonNode seen = client.get("/task/" + task).body();
          assertThat(seen.get("success").asLong()).isEqualTo(10);
          assertThat(seen.get("failures").asLong()).isEqualTo(5);
        });
    assertThat(client.send("PUT", "/task/" + task, "{}").status()).isEqualTo(400);
  }

  @Test
  void anIdempotencyKeyCreatesOnce() {
    String body = "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"key\"}]";
    Reply first = client.send("POST", "/task", body, "Idempotency-Key", "k1");
    Reply again = client.send("POST", "/task", body, "Idempotency-Key", "k1");
    Reply other = client.send("POST", "/task", body.replace("key", "yek"), "Idempotency-Key", "k1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(201);
    assertThat(again.raw().body()).isEqualTo(first.raw().body());
    assertThat(other.status()).isEqualTo(422);
  }

  @Test
  void aRepeatedKeyOfASubmissionThatCreatesNothingIs204Again() {
    Reply first = client.send("POST", "/task", "[]", "Idempotency-Key", "k2");
    Reply again = client.send("POST", "/task", "[]", "Idempotency-Key", "k2");

    assertThat(first.status()).isEqualTo(204);
    assertThat(again.status()).isEqualTo(204);
  }

  @Test
  void stoppingABatchReturnsAndMeasuresWhatItCanceled() {
    List<String> ids =
        submit(
            "[{'id':'a','name':'a','kind':'halt'},{'id':'b','name':'b','kind':'halt','dependencies':[{'id':'a'}]}]");
    String batch = client.get("/task/" + ids.getFirst()).body().get("batch_id").asString();
    double before = canceled();

    Reply stopped = client.send("DELETE", "/batch/" + batch, "");

    assertThat(stopped.body().get("canceled_pending").asInt()).isEqualTo(1);
    assertThat(stopped.body().get("canceled_waiting").asInt()).isEqualTo(1);
    assertThat(client.get("/batch/" + batch).body().get("state").asString()).isEqualTo("canceled");
    assertThat(canceled() - before).as("what is measured").isEqualTo(2);
    client.send("DELETE", "/batch/" + batch, "");
    assertThat(canceled() - before).as("stopped again").isEqualTo(2);
  }

  /** The number of canceled tasks, from the metrics. */
  private static double canceled() {
    String name = "task_ended_total{status=\"canceled\"} ";
    return client
        .get("/metrics")
        .raw()
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  @Test
  void aReadinessOverflowNamesTheTaskAndChangesNothing() {
    List<String> ids =
        submit(
            "[{'id':'a','name':'a','kind':'overflow'},{'id':'b','name':'b','kind':'x','dependencies':[{'id':'a'}]}]");
    claim("overflow");
    // Counts an edge without a fact, and makes the server read the task again.
    countSatisfied(1);

    Reply reply = client.patch("/task/" + ids.getFirst(), "{\"status\":\"Success\"}");

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.body().get("detail").asString())
        .contains("eadiness overflow", ids.getLast(), "fsck")
        .doesNotContainIgnoringCase("select", "sql", "exception");
    assertThat(status(ids.getFirst())).isEqualTo("Running");
    countSatisfied(0);
  }

  private static void countSatisfied(int count) {
    database
        .database()
        .engine()
        .useTransaction(handle -> {
          String batch = "(select batch_id from task where kind = 'overflow')";
          handle.execute("update batch set version = version + 1 where batch_id = " + batch);
          handle.execute(
              "update task_state set satisfied = %d where no = 2 and batch_id = %s"
                  .formatted(count, batch));
        });
  }
}
