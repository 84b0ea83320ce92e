package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A stop ends the process within the drain time, whatever its threads are doing. */
@Timeout(120)
class HardStopTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DRAIN_SECS = 6;

  /** The JVM needs a moment to end after the stop has. */
  private static final Duration LIMIT = Duration.ofSeconds(DRAIN_SECS + 2);

  private final TestDatabase database = TestDatabase.open();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ServerProcess server =
      ServerProcess.start(
          database.jdbcUrl(),
          Map.of(
              "DRAIN_TIMEOUT_SECS",
              String.valueOf(DRAIN_SECS),
              "WEBHOOK_TIMEOUT_SECS",
              "600",
              "LOG_LEVEL",
              "warn"));

  @AfterEach
  void close() throws Exception {
    server.close();
    client.shutdownNow();
    database.close();
  }

  @Test
  void aServerWithWaitingWorkersAndReadersStopsBeforeItsDrainTimeIsOver() throws Exception {
    String batch = submit("{\"id\":\"a\",\"name\":\"n\",\"kind\":\"k\"}");
    openEvents(batch);
    send("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"none\"],\"wait_secs\":60}");
    await().until(() -> open() >= 2);

    server.terminate();

    assertThat(server.awaitExit(Duration.ofSeconds(DRAIN_SECS - 2))).isEqualTo(143);
    assertThat(server.output()).isEmpty();
  }

  @Test
  void aServerWhoseCallsAndCommitsHangEndsWithinTheDrainTime() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    try (Receiver receiver =
        Receiver.start()
            .answering(_ -> {
              hanging.await();
              return Receiver.Answer.of(200);
            })) {
      String batch =
          submit(
              "{\"id\":\"a\",\"name\":\"n\",\"kind\":\"k\"},"
                  + "{\"id\":\"b\",\"name\":\"n\",\"kind\":\"h\",\"on_start\":%s}"
                      .formatted(receiver.action("/")));
      openEvents(batch);
      await().until(() -> receiver.calls().size() == 1);
      JsonNode task =
          JSON.readTree(
                  server.send("POST", "/work/claim", "{\"worker\":\"w\",\"kinds\":[\"k\"]}").body())
              .get(0);
      database
          .database()
          .engine()
          .useTransaction(handle -> {
            handle.execute("select from batch for update");
            send(
                "/work/complete",
                "[{\"task_id\":%s,\"delivery_token\":%s,\"status\":\"Success\"}]"
                    .formatted(task.get("task_id"), task.get("delivery_token")));
            await().until(() -> database.blocked() == 1);

            server.terminate();

            assertThat(server.awaitExit(LIMIT)).isNotZero();
          });
      hanging.countDown();
    }
  }

  private String submit(String tasks) {
    var answer = server.send("POST", "/task", "[" + tasks + "]");
    assertThat(answer.statusCode()).isEqualTo(201);
    return database.text("select batch_id::text from batch");
  }

  private void openEvents(String batch) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri().resolve("/batch/" + batch + "/events"))
            .header("Accept", "text/event-stream")
            .build();
    assertThat(client.send(request, BodyHandlers.ofInputStream()).statusCode()).isEqualTo(200);
  }

  private void send(String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(server.uri().resolve(path))
            .POST(BodyPublishers.ofString(body))
            .build();
    var _ = client.sendAsync(request, BodyHandlers.discarding());
  }

  /** How many requests are being served, besides the one that asks. */
  private long open() {
    return server
            .send("GET", "/metrics", "")
            .body()
            .lines()
            .filter(line -> line.startsWith("http_server_open_requests"))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .mapToLong(count -> (long) Double.parseDouble(count))
            .sum()
        - 1;
  }
}
