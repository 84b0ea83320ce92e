package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Quotas of a workspace, and what the audit trail tells of those who change things. */
class QuotasOverHttpTest {
  private static final String DEFAULT = "/v1/workspaces/default/default";

  private final TestDatabase database = TestDatabase.open();
  private final Client client = Client.start(database, Map.of());

  @AfterEach
  void stop() {
    client.close();
    database.close();
  }

  private Reply submit(int tasks) {
    List<String> bodies = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      bodies.add("{\"id\":\"t%d\",\"name\":\"n\",\"kind\":\"k\"}".formatted(i));
    }
    return client.post("/task", "[" + String.join(",", bodies) + "]");
  }

  private JsonNode claim(int max) {
    return client
        .post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"k\"],\"max\":%d}".formatted(max))
        .body();
  }

  private void complete(JsonNode task) {
    Reply reply =
        client.post(
            "/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}]"
                .formatted(task.get("task_id").asString(), task.get("delivery_token").asString()));
    assertThat(reply.body().get(0).get("result").asString()).isEqualTo("ok");
  }

  private void limit(String quotas) {
    Reply reply = client.send("PUT", DEFAULT, quotas);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
  }

  @Test
  void beyondMaxQueuedASubmissionIsRefusedUntilTasksStart() {
    limit("{\"max_queued\":3}");
    assertThat(submit(2).status()).isEqualTo(201);
    Reply refused = submit(2);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
    assertThat(refused.body().get("detail").asString()).contains("max_queued");
    assertThat(claim(1)).hasSize(1);
    assertThat(submit(2).status()).isEqualTo(201);
    limit("{}");
    assertThat(submit(50).status()).isEqualTo(201);
  }

  @Test
  void beyondSubmissionsPerMinuteASubmissionIsRefused() {
    limit("{\"submissions_per_minute\":2}");
    assertThat(submit(1).status()).isEqualTo(201);
    assertThat(submit(1).status()).isEqualTo(201);
    Reply refused = submit(1);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(Integer.parseInt(refused.raw().headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(1, 30);
  }

  @Test
  void maxRunningHoldsStartsBack() {
    limit("{\"max_running\":2}");
    submit(5);
    JsonNode held = claim(10);
    assertThat(held).hasSize(2);
    assertThat(claim(10)).isEmpty();
    JsonNode view = client.get(DEFAULT).body();
    assertThat(view.get("running").asInt()).isEqualTo(2);
    assertThat(view.get("queued").asInt()).isEqualTo(3);
    complete(held.get(0));
    JsonNode next = claim(10);
    assertThat(next).as("one place became free").hasSize(1);
    complete(held.get(1));
    complete(next.get(0));
    List<JsonNode> last = new ArrayList<>();
    await()
        .until(() -> {
          claim(10).forEach(last::add);
          return last.size() == 2;
        });
  }

  @Test
  void aWaitingWorkerGetsNoTaskBeyondMaxRunning() {
    limit("{\"max_running\":1}");
    String chain =
        """
        [{"id":"a","name":"a","kind":"k"},{"id":"b","name":"b","kind":"k"},
         {"id":"c","name":"c","kind":"next","dependencies":[{"id":"a"}]}]\
        """;
    client.post("/task", chain);
    JsonNode held = claim(10);
    assertThat(held).hasSize(1);
    String next =
        """
        {"worker":"w","kinds":["next","k"],"max":5,"wait_secs":0,"completions":
         [{"task_id":"%s","delivery_token":"%s","status":"Success"}]}\
        """
            .formatted(
                held.get(0).get("task_id").asString(),
                held.get(0).get("delivery_token").asString());
    assertThat(client.post("/work/next", next).body().get("tasks")).hasSize(1);
    assertThat(claim(10)).isEmpty();
  }

  @Test
  void theAuditTrailListsWhatWasChanged() {
    Reply submitted = submit(1);
    String task = submitted.body().get(0).get("id").asString();
    client.send("PATCH", "/task/pause/" + task, "");
    client.send("PATCH", "/task/resume/" + task, "");
    client.send("PATCH", "/task/" + task, "{\"priority\":5}");
    client.send("DELETE", "/task/" + task, "");
    client.send("DELETE", "/task/" + task, "");
    JsonNode trail = client.get("/v1/audit").body();
    assertThat(trail.get("items").valueStream().map(item -> item.get("action").asString()))
        .containsExactly("task.cancel", "task.update", "task.resume", "task.pause", "batch.submit");
    assertThat(trail.get("items").valueStream().map(item -> item.get("actor").asString()))
        .containsOnly("anonymous");
    JsonNode page = client.get("/v1/audit?limit=2").body();
    assertThat(page.get("items")).hasSize(2);
    JsonNode rest =
        client.get("/v1/audit?limit=3&cursor=" + page.get("next_cursor").asString()).body();
    assertThat(rest.get("items")).hasSize(3);
    assertThat(rest.get("next_cursor").isNull()).isTrue();
    assertThat(client.get("/v1/audit?action=task.pause&target=" + task).body().get("items"))
        .hasSize(1);
    JsonNode events =
        client
            .get("/batch/" + submitted.body().get(0).get("batch_id").asString() + "/events")
            .body();
    assertThat(
            events
                .valueStream()
                .filter(event -> !event.get("actor").isNull())
                .map(event -> event.get("type").asString()))
        .containsExactly("submitted", "paused", "resumed", "canceled");
  }
}
