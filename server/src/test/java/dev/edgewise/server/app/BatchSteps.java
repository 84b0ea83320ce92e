package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What tests do with batches through a client. JSON is written with single quotes. */
record BatchSteps(Client client) {

  Reply post(String path, String body) {
    return client.post(path, body.replace('\'', '"'));
  }

  String submit(String body) {
    return submitAsIs(body.replace('\'', '"'));
  }

  /** Submits a batch with the quotes that it has. */
  String submitAsIs(String body) {
    Reply reply = client.post("/v1/batches", body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get("batch_id").asString();
  }

  /** The problems of a task with these members. */
  String refusal(String members) {
    return post("/v1/batches", "[{'id':'a','name':'a','kind':'k'," + members + "}]").details();
  }

  JsonNode batch(String batch) {
    return client.get("/v1/batches/" + batch).body();
  }

  JsonNode ended(String batch) {
    JsonNode body = client.get("/v1/batches/" + batch + "?wait=30").body();
    assertThat(body.get("state").asString()).as(body.toString()).isNotEqualTo("running");
    return body;
  }

  /** The id of a task with this name. */
  String id(String batch, String name) {
    return client
        .get("/v1/batches/" + batch + "/tasks?limit=1000")
        .body()
        .get("items")
        .valueStream()
        .filter(each -> each.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow()
        .get("id")
        .asString();
  }

  JsonNode task(String batch, String name) {
    return client.get("/v1/tasks/" + id(batch, name)).body();
  }

  String status(String batch, String name) {
    return task(batch, name).get("status").asString();
  }

  void awaitStatus(String batch, String name, String status) {
    await()
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> assertThat(status(batch, name)).isEqualTo(status));
  }

  Reply act(String batch, String name, String action) {
    return client.post("/v1/tasks/" + id(batch, name) + "/" + action, "");
  }

  /** The names and states of all tasks, in alphabetical order. */
  String states(String batch) {
    return client
        .get("/v1/batches/" + batch + "/tasks?limit=1000")
        .body()
        .get("items")
        .valueStream()
        .map(each -> each.get("name").asString() + " " + each.get("status").asString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  JsonNode claim(String kind, int max) {
    return client
        .post(
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":20}"
                .formatted(kind, max))
        .body();
  }

  void complete(JsonNode claimed, String outcome) {
    Reply reply =
        post(
            "/v1/work/complete",
            "[{'task_id':'%s','delivery_token':'%s',%s}]"
                .formatted(
                    claimed.get("task_id").asString(),
                    claimed.get("delivery_token").asString(),
                    outcome));
    assertThat(reply.raw().body()).contains("\"ok\"");
  }

  List<String> reasons(String batch, String name) {
    return client
        .get("/v1/tasks/" + id(batch, name) + "/explain")
        .body()
        .get("reasons")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }
}
