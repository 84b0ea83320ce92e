package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.http.Route;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the routes under /v1 answer, and that their aliases answer the same. */
class V1OverHttpTest {
  private static final Set<String> TAGS =
      Set.of(
          "Batches",
          "Tasks",
          "Work",
          "Workflows",
          "Schedules",
          "Deliveries",
          "Events",
          "Access",
          "Operations");

  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("WEBHOOK_ALLOWED_HOSTS", "127.0.0.1"));
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static JsonNode submitted(String body) {
    Reply reply = client.post("/v1/batches", body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body();
  }

  private static String task(String id, String more) {
    return "{\"id\":\"%1$s\",\"name\":\"task %1$s\",\"kind\":\"v1\"%2$s}".formatted(id, more);
  }

  private static String parents(String condition, String... ids) {
    List<String> edges = new ArrayList<>();
    for (String id : ids) {
      edges.add("{\"id\":\"%s\",\"condition\":\"%s\"}".formatted(id, condition));
    }
    return ",\"dependencies\":[" + String.join(",", edges) + "]";
  }

  /** All items of a list, read in pages of two. */
  private static List<JsonNode> paged(String path) {
    List<JsonNode> all = new ArrayList<>();
    String more = (path.contains("?") ? "&" : "?") + "limit=2";
    String cursor = "";
    do {
      Reply page = client.get(path + more + cursor);
      assertThat(page.status()).as(page.raw().body()).isEqualTo(200);
      assertThat(page.body().propertyNames()).containsExactly("items", "next_cursor");
      assertThat(page.body().get("items").size()).isLessThanOrEqualTo(2);
      page.body().get("items").forEach(all::add);
      JsonNode next = page.body().get("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());
    return all;
  }

  @Test
  void aSubmissionAnswersWithTheIdsOfItsTasks() {
    Reply reply =
        client.post(
            "/v1/batches", "[" + task("a", "") + "," + task("b", parents("always", "a")) + "]");
    assertThat(reply.status()).isEqualTo(201);
    JsonNode answer = reply.body();
    assertThat(answer.propertyNames()).containsExactly("batch_id", "task_ids", "deduplicated");
    assertThat(reply.raw().headers().firstValue("Location"))
        .contains("/v1/batches/" + answer.get("batch_id").asString());
    for (String id : List.of("a", "b")) {
      JsonNode task = client.get("/v1/tasks/" + answer.at("/task_ids/" + id).asString()).body();
      assertThat(task.get("name").asString()).isEqualTo("task " + id);
    }
    assertThat(answer.get("deduplicated").isEmpty()).isTrue();
  }

  @Test
  void theSameKeyGetsTheFirstAnswerAlsoAboutDeduplicatedTasks() {
    String dedupe = ",\"dedupe_strategy\":[{\"kind\":\"v1-once\",\"status\":\"Pending\"}]";
    String once = task("a", dedupe).replace("\"v1\"", "\"v1-once\"");
    String first = "[" + once + "]";
    String second = "[" + once.replace("\"id\":\"a\"", "\"id\":\"c\"") + "," + task("b", "") + "]";
    JsonNode existing = submitted(first).at("/task_ids/a");

    Reply answer = client.send("POST", "/v1/batches", second, "Idempotency-Key", "v1-second");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.body().get("task_ids").propertyNames()).containsExactly("b");
    assertThat(answer.body().at("/deduplicated/c")).isEqualTo(existing);
    Reply nothing = client.send("POST", "/v1/batches", first, "Idempotency-Key", "v1-nothing");
    assertThat(nothing.status()).isEqualTo(200);
    assertThat(nothing.body().get("batch_id").isNull()).isTrue();
    assertThat(nothing.body().at("/deduplicated/a")).isEqualTo(existing);

    assertThat(client.send("POST", "/v1/batches", second, "Idempotency-Key", "v1-second").body())
        .isEqualTo(answer.body());
    assertThat(client.send("POST", "/v1/batches", first, "Idempotency-Key", "v1-nothing").body())
        .isEqualTo(nothing.body());
    assertThat(client.send("POST", "/v1/batches", first, "Idempotency-Key", "v1-second").status())
        .isEqualTo(422);
    // The old path shares the keys, and answers in its own shape.
    Reply old = client.send("POST", "/task", second, "Idempotency-Key", "v1-second");
    assertThat(old.status()).isEqualTo(201);
    assertThat(old.body().get(0).get("id")).isEqualTo(answer.body().at("/task_ids/b"));
  }

  @Test
  void whatWasSubmittedIsReadBack() {
    JsonNode answer =
        submitted(
            "{\"name\":\"read back\",\"inputs\":{\"n\":[1]},\"tasks\":["
                + task("a", "")
                + ","
                + task("b", ",\"start_after\":\"2100-01-01T00:00:00Z\"")
                + ","
                + task(
                    "c",
                    parents("on_success", "a", "b")
                        + ",\"join\":\"any\",\"when\":\"true\",\"input\":{\"v\":\"${inputs.n[0]}\"}")
                + ","
                + task("d", parents("on_success", "c") + ",\"spread\":\"inputs.n\"")
                + "]}");
    JsonNode c = client.get("/v1/tasks/" + answer.at("/task_ids/c").asString()).body();
    assertThat(c.get("input").toString()).isEqualTo("{\"v\":\"${inputs.n[0]}\"}");
    assertThat(c.get("when").asString()).isEqualTo("true");
    assertThat(c.get("join").asString()).isEqualTo("any");
    assertThat(c.get("deps_total").asInt()).isEqualTo(2);
    assertThat(c.get("deps_satisfied").asInt()).isZero();
    for (String unset : List.of("let", "output", "spread", "start_after", "worker")) {
      assertThat(c.get(unset).isNull()).as(unset).isTrue();
    }
    JsonNode b = client.get("/v1/tasks/" + answer.at("/task_ids/b").asString()).body();
    assertThat(b.get("start_after").asString()).startsWith("2100-01-01T00:00:00");
    JsonNode d = client.get("/v1/tasks/" + answer.at("/task_ids/d").asString()).body();
    assertThat(d.get("spread").asString()).isEqualTo("inputs.n");
    assertThat(d.get("spread_errors").asString()).isEqualTo("fail");

    String id = answer.get("batch_id").asString();
    JsonNode batch = client.get("/v1/batches/" + id).body();
    assertThat(batch.get("inputs").toString()).isEqualTo("{\"n\":[1]}");
    assertThat(batch.get("workflow").isNull()).isTrue();
    JsonNode graph = client.get("/v1/batches/" + id + "/graph").body();
    assertThat(graph.at("/tasks/2/join").asString()).isEqualTo("any");
    assertThat(graph.at("/tasks/2").has("next_retry_at")).isTrue();
  }

  @Test
  void everyListIsReadInPages() {
    JsonNode answer =
        submitted(
            "["
                + task("a", "")
                + ","
                + task("b", parents("always", "a"))
                + ","
                + task("c", parents("always", "a", "b"))
                + ","
                + task("d", parents("always", "a", "b", "c"))
                + "]");
    String id = answer.get("batch_id").asString();
    String first = answer.at("/task_ids/a").asString();
    JsonNode other =
        submitted(
            "[{\"id\":\"x\",\"name\":\"x\",\"kind\":\"v1\",\"dependencies\":[{\"task_id\":\""
                + first
                + "\"}]}]");
    String batch = "/v1/batches/" + id;
    client.post(batch + "/stop", "");

    assertThat(paged(batch + "/tasks"))
        .extracting(task -> task.get("name").asString())
        .containsExactly("task d", "task c", "task b", "task a");
    assertThat(paged(batch + "/tasks"))
        .allSatisfy(
            task -> assertThat(task.get("failure_reason").asString()).isEqualTo("Batch stopped"));
    assertThat(paged("/v1/tasks?batch_id=" + id)).isEqualTo(paged(batch + "/tasks"));
    List<JsonNode> edges = paged(batch + "/edges");
    assertThat(edges).hasSize(7).doesNotHaveDuplicates();
    assertThat(edges.getLast().get("child_id")).isEqualTo(other.at("/task_ids/x"));
    assertThat(edges).containsAll(client.get("/batch/" + id + "/edges").body());
    assertThat(paged(batch + "/edges?satisfied=false")).isEmpty();
    assertThat(paged(batch + "/events"))
        .containsExactlyElementsOf(client.get("/batch/" + id + "/events").body());
    String task = "/tasks/" + first;
    assertThat(paged("/v1" + task + "/events"))
        .isNotEmpty()
        .containsExactlyElementsOf(client.get("/task/" + first + "/events").body());
    assertThat(paged("/v1" + task + "/deliveries")).isEmpty();
    assertThat(paged("/v1/batches"))
        .extracting(each -> each.get("batch_id").asString())
        .contains(id);
    for (String path :
        List.of("/v1/tasks", "/v1/batches", batch + "/edges", "/v1/deliveries", "/v1/workflows")) {
      assertThat(client.get(path + "?limit=0").details()).contains("limit: must be");
      assertThat(client.get(path + "?cursor=!").details()).contains("cursor: must be");
      assertThat(client.get(path + "?page_size=1").details()).contains("unknown parameter");
    }
  }

  @Test
  void anAliasAnswersLikeItsRoute() {
    JsonNode answer = submitted("[" + task("a", "") + "]");
    String batch = answer.get("batch_id").asString();
    String task = answer.at("/task_ids/a").asString();
    assertThat(client.get("/task/" + task).body())
        .isEqualTo(client.get("/v1/tasks/" + task).body());
    assertThat(client.get("/batch/" + batch).body())
        .isEqualTo(client.get("/v1/batches/" + batch).body());
    assertThat(client.get("/dag/" + batch).body())
        .isEqualTo(client.get("/v1/batches/" + batch + "/graph").body());
    assertThat(client.get("/task/" + task + "/explain").body())
        .isEqualTo(client.get("/v1/tasks/" + task + "/explain").body());

    String v1 = "/v1/tasks/" + task;
    assertThat(client.post(v1 + "/pause", "").body().get("status").asString()).isEqualTo("Paused");
    assertThat(client.send("PATCH", "/task/resume/" + task, "").body().get("status").asString())
        .isEqualTo("Pending");
    assertThat(client.patch(v1, "{\"priority\":7}").status()).isEqualTo(200);
    assertThat(client.post(v1 + "/counters", "{\"new_success\":1}").status()).isEqualTo(202);
    assertThat(client.post(v1 + "/cancel?cascade=true", "").body().get("status").asString())
        .isEqualTo("Canceled");
    assertThat(client.post(v1 + "/rerun", "").status()).isEqualTo(202);
    assertThat(
            client
                .send("PUT", "/v1/batches/" + batch + "/rules", "{\"kind\":\"v1\",\"rules\":[]}")
                .body()
                .get("updated_count")
                .asInt())
        .isEqualTo(1);
    assertThat(client.send("DELETE", "/batch/" + batch, "").body().get("canceled_pending").asInt())
        .isEqualTo(1);
    assertThat(
            client
                .post("/v1/batches/" + batch + "/stop", "")
                .body()
                .get("already_terminal")
                .asInt())
        .isEqualTo(1);
    assertThat(client.post("/v1/batches/" + batch + "/rerun", "").status()).isEqualTo(202);
  }

  @Test
  void aWorkerUsesTheWorkRoutesAndATokenKeepsATaskAlive() {
    JsonNode ids =
        submitted("[" + task("a", "").replace("\"v1\"", "\"v1-work\"") + "]").get("task_ids");
    JsonNode claimed =
        client.post("/v1/work/claim", "{\"worker\":\"w\",\"kinds\":[\"v1-work\"]}").body().get(0);
    String task = ids.get("a").asString();
    String token = claimed.get("delivery_token").asString();
    JsonNode held = client.get("/v1/tasks/" + task).body();
    assertThat(held.get("worker").asString()).isEqualTo("w");

    JsonNode alive = client.post("/v1/tasks/" + task + "/heartbeat?token=" + token, "").body();
    assertThat(alive.get("result").asString()).isEqualTo("ok");
    assertThat(alive.get("should_cancel").asBoolean()).isFalse();
    assertThat(client.post("/v1/tasks/" + task + "/heartbeat", "").details())
        .isEqualTo("token: is required");
    client.post("/v1/tasks/" + task + "/cancel", "");
    JsonNode stale = client.post("/v1/tasks/" + task + "/heartbeat?token=" + token, "").body();
    assertThat(stale.get("result").asString()).isEqualTo("stale");
    assertThat(stale.get("should_cancel").asBoolean()).isTrue();
    String item = "{\"task_id\":\"%s\",\"delivery_token\":\"%s\"".formatted(task, token);
    assertThat(client.post("/v1/work/heartbeat", "[" + item + "}]").body())
        .isEqualTo(client.post("/work/heartbeat", "[" + item + "}]").body());
    assertThat(client.post("/v1/work/complete", "[" + item + ",\"status\":\"Success\"}]").body())
        .isEqualTo(client.post("/work/complete", "[" + item + ",\"status\":\"Success\"}]").body());
  }

  @Test
  void aDeletedWorkflowStartsNoRunsAndKeepsItsVersions() {
    String tasks = "{\"tasks\":[" + task("a", "") + "]}";
    for (String kind : List.of("v1", "v2", "v3")) {
      String version = tasks.replace("\"v1\"", "\"" + kind + "\"");
      assertThat(client.send("PUT", "/v1/workflows/flow", version).status()).isEqualTo(201);
    }
    assertThat(paged("/v1/workflows/flow/versions"))
        .extracting(version -> version.get("version").asInt())
        .containsExactly(3, 2, 1);
    JsonNode run = client.post("/v1/workflows/flow/run", "{}").body();
    JsonNode batch = client.get("/v1/batches/" + run.get("batch_id").asString()).body();
    assertThat(batch.get("workflow").toString()).isEqualTo("{\"name\":\"flow\",\"version\":3}");
    String schedule = "{\"workflow\":\"flow\",\"interval\":\"PT1H\"}";
    assertThat(client.send("PUT", "/v1/schedules/hourly", schedule).status()).isEqualTo(201);
    assertThat(paged("/v1/schedules"))
        .extracting(each -> each.get("name").asString())
        .containsExactly("hourly");
    assertThat(client.get("/schedules").body().get(0))
        .isEqualTo(client.get("/v1/schedules/hourly").body());
    assertThat(client.post("/v1/schedules/hourly/pause", "").body().get("paused").asBoolean())
        .isTrue();

    Reply used = client.send("DELETE", "/v1/workflows/flow", "");
    assertThat(used.status()).isEqualTo(409);
    assertThat(used.raw().body()).contains("hourly");
    assertThat(client.send("DELETE", "/v1/schedules/hourly", "").status()).isEqualTo(204);
    assertThat(client.send("DELETE", "/v1/workflows/flow", "").status()).isEqualTo(204);
    assertThat(client.send("DELETE", "/v1/workflows/flow", "").status()).isEqualTo(404);
    assertThat(client.post("/v1/workflows/flow/run", "{}").status()).isEqualTo(404);
    assertThat(client.post("/v1/workflows/flow/run", "{\"version\":1}").status()).isEqualTo(404);
    assertThat(paged("/v1/workflows")).isEmpty();
    assertThat(paged("/v1/workflows/flow/versions")).hasSize(3);
    assertThat(client.send("PUT", "/v1/workflows/flow", tasks).body().get("version").asInt())
        .isEqualTo(1);
    assertThat(client.get("/v1/workflows/flow").body().get("version").asInt()).isEqualTo(1);
  }

  @Test
  void deliveriesAreListedByState() {
    String hook =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://127.0.0.1:9/x\",\"verb\":\"Post\"}}";
    String failing =
        task("a", ",\"on_failure\":[" + hook + "," + hook + "," + hook + "]")
            .replace("\"v1\"", "\"v1-failing\"");
    String task = submitted("[" + failing + "]").at("/task_ids/a").asString();
    client.post("/v1/work/claim", "{\"worker\":\"w\",\"kinds\":[\"v1-failing\"]}");
    assertThat(
            client
                .patch("/v1/tasks/" + task, "{\"status\":\"Failure\",\"failure_reason\":\"boom\"}")
                .status())
        .isEqualTo(200);
    List<JsonNode> owed = paged("/v1/deliveries?state=owed");
    assertThat(owed)
        .extracting(call -> call.get("idempotency_key").asString())
        .containsExactly(task + ":failure/2", task + ":failure/1", task + ":failure");
    assertThat(owed).allSatisfy(call -> assertThat(call.get("task_id").asString()).isEqualTo(task));
    assertThat(paged("/v1/deliveries?state=dead")).isEmpty();
    assertThat(paged("/v1/deliveries?state=delivered")).isEmpty();
    assertThat(paged("/v1/deliveries")).hasSize(3);
    assertThat(paged("/v1/tasks/" + task + "/deliveries")).hasSize(3);
    assertThat(client.get("/v1/deliveries?state=lost").details()).contains("state: must be one of");
  }

  @Test
  void everyListedOperationHasANameForAMethodAndATag() {
    JsonNode paths = client.get("/api-docs/openapi.json").body().get("paths");
    List<String> names = new ArrayList<>();
    for (Route route : client.routes()) {
      if (route.has(Route.Trait.UNLISTED)) {
        continue;
      }
      JsonNode operation =
          paths
              .get(route.path().replace("*}", "}"))
              .get(route.method().name().toLowerCase(java.util.Locale.ROOT));
      String what = route.method() + " " + route.path();
      String name = operation.get("operationId").asString();
      names.add(name);
      assertThat(name).as(what).matches("[a-z]+([A-Z][a-z]+)*");
      assertThat(TAGS).as(what).contains(operation.at("/tags/0").asString());
      assertThat(operation.path("deprecated").asBoolean(false))
          .as(what)
          .isEqualTo(name.endsWith("Alias"));
      if (name.endsWith("Alias")) {
        assertThat(route.path()).as(what).doesNotStartWith("/v1/");
      }
    }
    assertThat(names).doesNotHaveDuplicates().contains("submitBatch", "getTask", "cancelTask");
  }
}
