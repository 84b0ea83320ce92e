package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TcpProxy;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Connections to the database that are neither closed nor answered, as when a host vanishes. */
@Timeout(120)
class VanishedDatabaseTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Counts the listening servers, including those whose connections were swallowed. */
  private static final String LISTENERS =
      "select count(*)::text from pg_locks where locktype = 'advisory' and classid = 1701078885 and"
          + " database = (select oid from pg_database where datname = current_database())";

  @Test
  void theServerWorksAgainWithinHalfAMinuteAfterItsConnectionsVanish() throws Exception {
    try (var database = TestDatabase.open();
        var proxy = TcpProxy.inFrontOf(database.jdbcUrl());
        var client = Client.start(proxy.through(database.jdbcUrl()), Map.of());
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(client.post("/task", task("held")).status()).isEqualTo(201);
      JsonNode held = client.post("/work/claim", request("held")).body().get(0);
      String completion =
          "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}]"
              .formatted(held.get("task_id").asString(), held.get("delivery_token").asString());
      await().atMost(LIMIT).until(() -> listeners(database) == 1);
      CompletableFuture<Integer> underWay;
      try (var locking = database.database().reader().open()) {
        locking.begin();
        locking.execute("select from batch for update");
        underWay =
            CompletableFuture.supplyAsync(
                () -> client.post("/work/complete", completion).status(), callers);
        await().atMost(LIMIT).until(() -> database.blocked() == 1);

        proxy.swallow();
        locking.rollback();
      }
      long swallowed = System.nanoTime();
      CompletableFuture.allOf(
              Stream.<Runnable>of(
                      () -> until(200, () -> client.get("/batches").status()),
                      () -> until(201, () -> client.post("/task", task("fresh")).status()),
                      () -> until(1, () -> claimed(client, "fresh")),
                      () -> until(200, () -> client.post("/work/complete", completion).status()),
                      () -> until(200, () -> client.get("/ready").status()),
                      () -> await().atMost(LIMIT).until(() -> listeners(database) == 2))
                  .map(caller -> CompletableFuture.runAsync(caller, callers))
                  .toArray(CompletableFuture[]::new))
          .join();
      assertThat(Duration.ofNanos(System.nanoTime() - swallowed)).isLessThan(LIMIT);
      assertThat(underWay.join()).isEqualTo(503);
    }
  }

  private static int listeners(TestDatabase database) {
    return Integer.parseInt(database.text(LISTENERS));
  }

  private interface Attempt {
    int result();
  }

  private static void until(int expected, Attempt attempt) {
    await().atMost(LIMIT).until(() -> attempt.result() == expected);
  }

  private static String task(String kind) {
    return "[{\"id\":\"a\",\"name\":\"n\",\"kind\":\"%s\",\"timeout\":600}]".formatted(kind);
  }

  private static int claimed(Client client, String kind) {
    var reply = client.post("/work/claim", request(kind));
    return reply.status() == 200 ? reply.body().size() : 0;
  }

  private static String request(String kind) {
    return "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":1,\"wait_secs\":5}".formatted(kind);
  }
}
