package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** More completions than the committers accept. */
@Timeout(120)
class OverloadTest {
  private final TestDatabase database = TestDatabase.open();
  private final Client client = Client.start(database, Map.of());

  @AfterEach
  void close() {
    client.close();
    database.close();
  }

  @Test
  void reportsBeyondTheBoundAreRefusedAtOnceWhileReadsHealthAndHeartbeatsGoOn() {
    JsonNode stuck = claim("stuck");
    JsonNode other = claim("other");
    int half = Limits.COMMANDS_MAX_UNDER_WAY / 2;

    var answers =
        database
            .database()
            .engine()
            .inTransaction(handle -> {
              handle.execute(
                  "select from batch where batch_id = ?::uuid for update",
                  stuck.get("batch_id").asString());
              CompletableFuture<Client.Reply> first = report(stuck, half);
              await().until(() -> database.blocked() == 1);
              var second = new AtomicReference<>(report(stuck, half));
              await()
                  .until(() -> {
                    if (Objects.requireNonNull(second.get()).isDone()) {
                      // It was refused because another request was still under way.
                      second.set(report(stuck, half));
                    }
                    return complete(other, 1).status() == 503;
                  });

              Client.Reply refused = complete(stuck, 1);
              assertThat(refused.status()).isEqualTo(503);
              assertThat(refused.body().get("type").asString())
                  .isEqualTo("urn:edgewise:error:overloaded");
              assertThat(refused.raw().headers().firstValue("Retry-After")).hasValue("1");
              assertThat(
                      client
                          .patch(
                              "/task/" + stuck.get("task_id").asString(),
                              "{\"status\":\"Success\"}")
                          .status())
                  .isEqualTo(503);

              assertThat(client.get("/task/" + stuck.get("task_id").asString()).status())
                  .isEqualTo(200);
              assertThat(client.get("/ready").status()).isEqualTo(200);
              assertThat(heartbeat(other).status()).isEqualTo(200);
              assertThat(first).isNotDone();
              return List.of(first, Objects.requireNonNull(second.get()));
            });

    for (var answer : answers) {
      assertThat(answer.join().status()).isEqualTo(200);
    }
    assertThat(complete(other, 1).body().get(0).get("result").asString()).isEqualTo("ok");
  }

  private JsonNode claim(String kind) {
    assertThat(
            client
                .post("/task", "[{\"id\":\"a\",\"name\":\"n\",\"kind\":\"%s\"}]".formatted(kind))
                .status())
        .isEqualTo(201);
    return client
        .post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"%s\"]}".formatted(kind))
        .body()
        .get(0);
  }

  private CompletableFuture<Client.Reply> report(JsonNode task, int times) {
    return CompletableFuture.supplyAsync(() -> complete(task, times), Thread.ofVirtual()::start);
  }

  private Client.Reply complete(JsonNode task, int times) {
    String end =
        "{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}"
            .formatted(task.get("task_id"), task.get("delivery_token"));
    return client.post(
        "/work/complete", "[" + String.join(",", Collections.nCopies(times, end)) + "]");
  }

  private Client.Reply heartbeat(JsonNode task) {
    return client.post(
        "/work/heartbeat",
        "[{\"task_id\":%s,\"delivery_token\":%s}]"
            .formatted(task.get("task_id"), task.get("delivery_token")));
  }
}
