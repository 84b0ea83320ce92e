package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Scope;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.Receiver;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which requests a server with AUTH=keys admits. */
@Timeout(120)
class AccessOverHttpTest {
  private static KeyedServer server;

  @BeforeAll
  static void start() {
    server = new KeyedServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aRequestWithoutCredentialsIsRefusedAndToldWhatToSend() {
    Reply reply = server.client.post("/task", "not read");
    assertThat(reply.status()).isEqualTo(401);
    assertThat(reply.raw().headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"edgewise\"");
    assertThat(KeyedServer.detail(reply)).contains("Authorization: Bearer", "edgewise key create");
    assertThat(server.client.send("GET", "/batches", "", "Authorization", "Basic eDp5").status())
        .isEqualTo(401);
    assertThat(server.send("ew_unknown_secret", "GET", "/batches", "").status()).isEqualTo(401);
  }

  @Test
  void aMissingScopeIsNamedBeforeTheBodyIsReadOrAnythingIsLookedUp() {
    Reply submission = server.send(server.reader, "POST", "/task", "not JSON");
    assertThat(submission.status()).isEqualTo(403);
    assertThat(KeyedServer.detail(submission)).isEqualTo("The request needs the scope submit.");
    Reply unknownTask = server.send(server.submitter, "GET", "/task/no-such-task", "");
    assertThat(unknownTask.status()).isEqualTo(403);
    assertThat(KeyedServer.detail(unknownTask)).isEqualTo("The request needs the scope read.");
    assertThat(server.send(server.reader, "GET", "/task/no-such-task", "").status()).isEqualTo(404);
    assertThat(server.send(server.admin, "GET", "/task/no-such-task", "").status()).isEqualTo(404);
    assertThat(server.send(server.submitter, "POST", "/v1/keys", "not JSON").status())
        .isEqualTo(403);
  }

  @Test
  void healthAndThePageNeedNoKey() {
    for (String path : new String[] {"/livez", "/readyz", "/health", "/ready", "/", "/api-docs"}) {
      assertThat(server.client.get(path).status()).as(path).isIn(200, 303);
    }
  }

  @Test
  void theMetricsNeedTheirTokenOrAKeyThatMayRead() {
    assertThat(server.client.get("/metrics").status()).isEqualTo(401);
    assertThat(server.send("metrics-token-5f1d", "GET", "/metrics", "").status()).isEqualTo(401);
    assertThat(server.send(server.worker, "GET", "/metrics", "").status()).isEqualTo(403);
    assertThat(server.send(server.reader, "GET", "/metrics", "").status()).isEqualTo(200);
    Reply metrics = server.send(KeyedServer.METRICS_TOKEN, "GET", "/metrics", "");
    assertThat(metrics.status()).isEqualTo(200);
    assertThat(metrics.raw().body())
        .contains(
            "edgewise_auth_failures_total{reason=\"missing\"}",
            "edgewise_auth_failures_total{reason=\"revoked\"}");
    assertThat(server.send(KeyedServer.METRICS_TOKEN, "GET", "/batches", "").status())
        .isEqualTo(401);
  }

  @Test
  void anAdministratorActsInTheWorkspaceThatItChooses() {
    Reply made =
        server.send(
            server.admin,
            "POST",
            "/v1/keys",
            "{\"name\":\"blue\",\"scopes\":[\"submit\",\"read\"],\"workspace\":\"acme/blue\"}");
    String blue = made.body().get("key").asString();
    Reply submitted = server.send(blue, "POST", "/task", KeyedServer.TASK.formatted("blue"));
    String path = "/task/" + submitted.body().get(0).get("id").asString();
    assertThat(server.send(blue, "GET", path, "").status()).isEqualTo(200);
    assertThat(server.send(server.reader, "GET", path, "").status()).isEqualTo(404);
    assertThat(server.send(server.admin, "GET", path, "").status()).isEqualTo(404);
    assertThat(choosing(server.admin, "acme/blue", path).status()).isEqualTo(200);
    assertThat(choosing(server.reader, "acme/blue", path).status()).isEqualTo(403);
    assertThat(choosing(server.reader, "acme/green", path).status()).isEqualTo(403);
    Reply unknown = choosing(server.admin, "acme/green", path);
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.raw().body()).contains("workspace-not-found").doesNotContain("blue");
    assertThat(choosing(server.admin, "acme", path).status()).isEqualTo(400);
    String id = made.body().get("id").asString();
    assertThat(server.send(server.admin, "DELETE", "/v1/keys/" + id, "").status())
        .as("a key of another workspace")
        .isEqualTo(404);
    assertThat(server.send(server.admin, "GET", "/v1/keys?limit=1000", "").raw().body())
        .doesNotContain(id);
    assertThat(choosing(server.admin, "acme/blue", "/v1/keys").raw().body()).contains(id);
  }

  private static Reply choosing(String key, String workspace, String path) {
    return server.client.send(
        "GET", path, "", "Authorization", "Bearer " + key, "X-Workspace", workspace);
  }

  @Test
  void aReceiverReportsToItsHandleWithoutAKey() {
    try (var receiver = Receiver.start()) {
      Reply submitted =
          server.send(
              server.submitter,
              "POST",
              "/task",
              "[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"hook\",\"on_start\":%s}]"
                  .formatted(receiver.action("/")));
      assertThat(submitted.status()).as(submitted.raw().body()).isEqualTo(201);
      Awaitility.await().until(() -> !receiver.calls("start").isEmpty());
      URI handle = receiver.calls("start").getFirst().handle();
      String path = handle.getRawPath() + "?" + handle.getRawQuery();
      String success = "{\"status\":\"Success\"}";
      assertThat(server.client.patch(handle.getRawPath(), success).status())
          .as("no token")
          .isEqualTo(401);
      Reply wrong =
          server.client.patch(handle.getRawPath() + "?token=AAAAAAAAAAAAAAAAAAAA", success);
      assertThat(wrong.status()).isEqualTo(401);
      assertThat(wrong.raw().headers().firstValue("WWW-Authenticate")).isPresent();
      assertThat(server.client.patch("/task/nothing?token=AAAA", success).status()).isEqualTo(401);
      assertThat(server.send("ew_a_b", "PATCH", path, success).status())
          .as("a token does not heal a bad key")
          .isEqualTo(401);
      assertThat(server.send(server.reader, "PATCH", path, success).status()).isEqualTo(403);
      assertThat(server.client.get(path).status()).as("the token is for reports").isEqualTo(401);
      assertThat(server.client.send("DELETE", path, "").status()).isEqualTo(401);
      assertThat(server.client.patch(path, "{\"priority\":5}").status())
          .as("an operator's change")
          .isEqualTo(403);
      assertThat(server.client.send("PUT", path, "{\"new_success\":1}").status()).isEqualTo(202);
      String task = handle.getRawPath().replace("/task/", "/v1/tasks/");
      String lines = "{\"lines\":[{\"message\":\"at work\"}]}";
      String query = "?" + handle.getRawQuery();
      Reply logged = server.client.post(task + "/logs" + query, lines);
      assertThat(logged.status()).as(logged.raw().body()).isEqualTo(200);
      assertThat(logged.raw().body()).isEqualTo("{\"result\":\"ok\"}");
      String foreign = "?token=AAAAAAAAAAAAAAAAAAAAAAAAAAA";
      for (String route : new String[] {"/logs", "/heartbeat", "/counters"}) {
        assertThat(server.client.post(task + route + foreign, lines).status()).isEqualTo(401);
        assertThat(server.client.post(task + route, lines).status()).isEqualTo(401);
      }
      assertThat(server.client.get(task + "/logs" + query).status()).isEqualTo(401);
      assertThat(server.client.post(task + "/heartbeat" + query, "").body().get("result"))
          .hasToString("\"ok\"");
      assertThat(server.client.patch(path, success).status()).isEqualTo(200);
      Reply late = server.client.post(task + "/logs" + query, lines);
      assertThat(late.status()).isEqualTo(409);
      assertThat(KeyedServer.detail(late)).contains("Success", "attempt 0");
    }
  }

  @Test
  void aStreamAndAWaitingClaimEndWithTheirKey() throws Exception {
    String text = server.key(Scope.READ, Scope.WORK);
    String id = KeyedServer.idOf(text);
    Reply submitted =
        server.send(server.submitter, "POST", "/task", KeyedServer.TASK.formatted("streamed"));
    String batch = submitted.body().get(0).get("batch_id").asString();
    CompletableFuture<Reply> stream =
        CompletableFuture.supplyAsync(() ->
            server.client.send(
                "GET",
                "/batch/" + batch + "/events",
                "",
                "Authorization",
                "Bearer " + text,
                "Accept",
                "text/event-stream"));
    CompletableFuture<Reply> claim =
        CompletableFuture.supplyAsync(() ->
            server.send(
                text,
                "POST",
                "/work/claim",
                "{\"worker\":\"w\",\"kinds\":[\"never\"],\"wait_secs\":60}"));
    Awaitility.await()
        .until(() ->
            server
                .send(server.admin, "GET", "/metrics", "")
                .raw()
                .body()
                .contains("\nhttp_server_open_requests 3"));
    assertThat(server.send(server.admin, "DELETE", "/v1/keys/" + id, "").status()).isEqualTo(204);
    assertThat(claim.get(10, TimeUnit.SECONDS).body()).isEmpty();
    String task = submitted.body().get(0).get("id").asString();
    assertThat(server.send(server.admin, "DELETE", "/task/" + task, "").status()).isEqualTo(200);
    assertThat(stream.get(10, TimeUnit.SECONDS).raw().body())
        .as("what happened before the key ended")
        .contains("event: ")
        .doesNotContain("ancel");
  }
}
