package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class BatchReadsTest {
  private static ReadServer server;

  @BeforeAll
  static void open() {
    server = new ReadServer();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void aBatchShowsItsTotalsAndAllTenStates() throws Exception {
    UUID batch =
        server.store.submit(
            "nightly",
            "{\"owner\":\"me\"}",
            task("a").kind("totals").expected(10),
            task("b").kind("totals").expected(5),
            task("c").after("a").expected(1),
            task("d").expected(2),
            task("out").flow(TestFlow.output("42")).expected(0));
    server.store.succeed(server.store.claim("totals"), null);
    server.store.claim("totals");
    server.store.committer.apply(new Command.Pause(new TaskKey(batch, 4)));
    server.execute("update task_state set success = 3, failures = 1 where batch_id = ?", batch);

    JsonNode view = server.get("/batch/" + batch);
    assertThat(view.propertyNames())
        .containsExactly(
            "batch_id",
            "name",
            "metadata",
            "labels",
            "state",
            "total_tasks",
            "total_success",
            "total_failures",
            "total_expected",
            "status_counts",
            "result",
            "created_at",
            "completed_at",
            "inputs",
            "workflow",
            "schedule",
            "on_task_failure",
            "deadline",
            "parent_task_id",
            "paused");
    assertThat(view.at("/name").stringValue()).isEqualTo("nightly");
    assertThat(view.at("/metadata").toString()).isEqualTo("{\"owner\":\"me\"}");
    assertThat(view.at("/state").stringValue()).isEqualTo("running");
    assertThat(view.at("/total_tasks").intValue()).isEqualTo(5);
    assertThat(view.at("/total_success").intValue()).isEqualTo(15);
    assertThat(view.at("/total_failures").intValue()).isEqualTo(5);
    assertThat(view.at("/total_expected").intValue()).isEqualTo(18);
    assertThat(view.at("/result").intValue()).isEqualTo(42);
    assertThat(view.at("/completed_at").isNull()).isTrue();
    assertThat(view.at("/status_counts").toString())
        .isEqualTo(
            """
            {"waiting":0,"pending":1,"claimed":0,"running":1,"success":2,"failure":0,\
            "canceled":0,"skipped":0,"paused":1,"retry_pending":0}\
            """);
  }

  @Test
  void totalExpectedIsNullIfOneTaskHasNoExpectedCount() throws Exception {
    UUID batch = server.store.submit(null, task("a").expected(1), task("b"));
    JsonNode view = server.get("/batch/" + batch);
    assertThat(view.at("/total_expected").isNull()).isTrue();
    assertThat(view.at("/name").isNull()).isTrue();
  }

  @Test
  void sumsBeyondTheRangeOfACounterStopAtItsEnd() throws Exception {
    UUID batch = server.store.submit(null, task("a"), task("b"));
    server.execute("update task_state set success = 9223372036854775807 where batch_id = ?", batch);
    assertThat(server.get("/batch/" + batch).at("/total_success").longValue())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aWaitEndsWithTheBatch() throws Exception {
    UUID batch = server.store.submit(null, task("a").kind("wait"));
    var answer = getAsync("/batch/" + batch + "?wait=60");
    TaskKey task = server.store.claim("wait");
    assertThat(answer).isNotDone();
    server.store.succeed(task, null);
    assertThat(answer.get(30, TimeUnit.SECONDS).body()).contains("\"state\":\"succeeded\"");
  }

  @Test
  void aWaitEndsWhenAnotherServerCompletesTheBatch() throws Exception {
    UUID batch = server.store.submit(null, task("a").kind("elsewhere"));
    var answer = getAsync("/batch/" + batch + "?wait=60");
    try (var other = new TestStore(server.database.database())) {
      other.succeed(other.claim("elsewhere"), null);
    }
    assertThat(answer.get(30, TimeUnit.SECONDS).body()).contains("\"state\":\"succeeded\"");
  }

  @Test
  void aWaitThatTimesOutReturnsTheBatch() throws Exception {
    UUID batch = server.store.submit(null, task("a").kind("endless"));
    assertThat(server.get("/batch/" + batch + "?wait=1").at("/state").stringValue())
        .isEqualTo("running");
    assertThat(server.http.get("/batch/" + UUID.randomUUID() + "?wait=60").statusCode())
        .isEqualTo(404);
    assertThat(server.http.get("/batch/" + batch + "?wait=long").statusCode()).isEqualTo(400);
  }

  @Test
  void aWaitEndsWhenTheServerStops() throws Exception {
    try (var stopping = new ReadServer()) {
      UUID batch = stopping.store.submit(null, task("a"));
      var answer = getAsync(stopping, "/batch/" + batch + "?wait=60");
      Awaitility.await()
          .until(() -> stopping.http.metrics.scrape().contains("http_server_open_requests 1.0"));
      stopping.http.stop();
      assertThat(answer.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void batchesAreListedNewestFirstWithTheirCounts() throws Exception {
    UUID ended = server.store.submit("list-1", task("a").kind("listed"), task("b").after("a"));
    server.store.fail(server.store.claim("listed"), "boom");
    server.store.stop.stop(TestStore.CALLER, ended);
    UUID live = server.store.submit("list-2", task("c").kind("listed"));
    JsonNode list = server.get("/batches?kind=listed");
    assertThat(ids(list)).containsExactly(live.toString(), ended.toString());
    assertThat(list.at("/0/status_counts/pending").intValue()).isEqualTo(1);
    assertThat(list.at("/0/state").stringValue()).isEqualTo("running");
    assertThat(list.at("/1/status_counts/failure").intValue()).isEqualTo(1);
    assertThat(list.at("/1/status_counts/canceled").intValue()).isEqualTo(1);
    assertThat(list.at("/1/status_counts/waiting").intValue()).isZero();
    assertThat(list.at("/1/state").stringValue()).isEqualTo("failed");
    assertThat(list.at("/1/total_tasks").intValue()).isEqualTo(2);
  }

  @Test
  void batchesAreFilteredByNameStateAndAge() throws Exception {
    UUID one = server.store.submit("alpha_1", task("x").kind("filtered").named("needle%"));
    server.store.succeed(server.store.claim("filtered"), null);
    UUID two = server.store.submit("alphaX1", task("y").kind("filtered"));
    String all = "/batches?kind=filtered";
    assertThat(ids(server.get(all + "&name=alpha_"))).containsExactly(one.toString());
    assertThat(ids(server.get(all + "&name=needle%25"))).containsExactly(one.toString());
    assertThat(ids(server.get(all + "&name=y"))).containsExactly(two.toString());
    assertThat(ids(server.get(all + "&name=nowhere"))).isEmpty();
    assertThat(ids(server.get(all + "&status=succeeded"))).containsExactly(one.toString());
    assertThat(ids(server.get(all + "&status=running"))).containsExactly(two.toString());
    assertThat(ids(server.get(all + "&status=Success"))).containsExactly(one.toString());
    assertThat(ids(server.get(all + "&status=Pending"))).containsExactly(two.toString());
    assertThat(ids(server.get(all + "&status=Running"))).isEmpty();
    String middle = server.get("/batch/" + two).at("/created_at").stringValue();
    assertThat(ids(server.get(all + "&created_before=" + middle))).containsExactly(one.toString());
    assertThat(ids(server.get(all + "&created_after=" + middle))).isEmpty();
    assertThat(ids(server.get(all + "&created_after=2001-01-01T00:00:00%2B02:00"))).hasSize(2);
    for (String bad : List.of("status=done", "created_after=now", "cursor=x", "name=%00")) {
      assertThat(server.http.get("/batches?" + bad).statusCode()).as(bad).isEqualTo(400);
    }
  }

  @Test
  void aCursorWalksThroughAllBatches() throws Exception {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      expected.addFirst(server.store.submit(null, task("a").kind("steps")).toString());
    }
    List<String> seen = new ArrayList<>();
    String path = "/batches?kind=steps&page_size=2";
    while (path != null) {
      HttpResponse<String> answer = server.http.get(path);
      seen.addAll(ids(ReadServer.json(answer.body())));
      path =
          answer
              .headers()
              .firstValue("Link")
              .map(link -> link.replaceFirst("<(.*)>; rel=\"next\"", "$1"))
              .orElse(null);
    }
    assertThat(seen).isEqualTo(expected);
  }

  private static List<String> ids(JsonNode list) {
    return list.valueStream().map(batch -> batch.at("/batch_id").stringValue()).toList();
  }

  private static CompletableFuture<HttpResponse<String>> getAsync(String path) {
    return getAsync(server, path);
  }

  private static CompletableFuture<HttpResponse<String>> getAsync(ReadServer server, String path) {
    return server
        .http
        .client()
        .sendAsync(
            HttpRequest.newBuilder(server.http.uri(path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
