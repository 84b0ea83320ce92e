package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Accepted counters are not lost, and a token limits a change to one attempt. */
class CountersOverHttpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static TestDatabase database;
  private static Client one;
  private static Client two;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    one = Client.start(database, Map.of());
    two = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    one.close();
    two.close();
    database.close();
  }

  private static List<String> submit(String kind, int count) {
    String body =
        IntStream.range(0, count)
            .mapToObj(i ->
                "{\"id\":\"t%d\",\"name\":\"t%d\",\"kind\":\"%s\",\"timeout\":60,\"expected_count\":5}"
                    .formatted(i, i, kind))
            .collect(Collectors.joining(",", "[", "]"));
    Reply reply = one.post("/task", body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    List<String> ids = new ArrayList<>();
    reply.body().forEach(task -> ids.add(task.get("id").asString()));
    return ids;
  }

  private static JsonNode claim(String kind) {
    Reply reply =
        one.post(
            "/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":100,\"wait_secs\":10}".formatted(kind));
    assertThat(reply.body()).isNotEmpty();
    return reply.body();
  }

  private static void accept(Client client, String task) {
    Reply reply = client.send("PUT", "/task/" + task, "{\"new_success\":2,\"new_failures\":1}");
    assertThat(reply.status()).isEqualTo(202);
  }

  private static void succeed(Client client, String task) {
    Reply reply = client.patch("/task/" + task, "{\"status\":\"Success\"}");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
  }

  private static JsonNode task(String id) {
    return one.get("/task/" + id).body();
  }

  private static void awaitCounted(List<String> tasks) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> {
          for (String id : tasks) {
            JsonNode seen = task(id);
            assertThat(seen.get("success").asLong()).as(seen.toString()).isEqualTo(2);
            assertThat(seen.get("failures").asLong()).as(seen.toString()).isEqualTo(1);
          }
        });
  }

  @Test
  void countersAcceptedJustBeforeTheEndOfTheirTaskCount() {
    List<String> tasks = submit("end", 50);
    claim("end");

    for (String task : tasks) {
      accept(one, task);
      succeed(one, task);
    }

    awaitCounted(tasks);
    JsonNode batch = one.get("/batch/" + task(tasks.getFirst()).get("batch_id").asString()).body();
    assertThat(batch.get("total_success").asLong()).isEqualTo(100);
    assertThat(batch.get("total_failures").asLong()).isEqualTo(50);
    assertThat(batch.get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void countersAcceptedByOneServerCountWhenAnotherEndsTheTask() {
    List<String> tasks = submit("ends", 20);
    claim("ends");

    for (String task : tasks) {
      accept(two, task);
      succeed(one, task);
    }

    awaitCounted(tasks);
  }

  @Test
  void countersOfATaskThatHasEndedCountAndLeaveItAsItEnded() {
    String task = submit("over", 1).getFirst();
    claim("over");
    succeed(one, task);
    String ended = task(task).get("ended_at").asString();

    accept(one, task);

    awaitCounted(List.of(task));
    assertThat(task(task).get("status").asString()).isEqualTo("Success");
    assertThat(task(task).get("ended_at").asString()).isEqualTo(ended);
  }

  @Test
  void countersAcceptedBeforeARerunAreKeptByIt() {
    String task = submit("again", 1).getFirst();
    claim("again");
    accept(two, task);
    succeed(one, task);
    assertThat(one.post("/task/" + task + "/rerun", "").status()).isEqualTo(202);

    awaitCounted(List.of(task));
    assertThat(task(task).get("status").asString()).isEqualTo("Pending");
  }

  @Test
  void aServerWritesAcceptedCountersBeforeItStops() {
    List<String> tasks = submit("stop", 20);
    claim("stop");
    try (Client leaving = Client.start(database, Map.of())) {
      for (String task : tasks) {
        accept(leaving, task);
        succeed(one, task);
      }
    }
    for (String task : tasks) {
      assertThat(task(task).get("success").asLong()).isEqualTo(2);
    }
  }

  @Test
  void countersMayBeSentToTheHandleWithItsToken() {
    String task = submit("handle", 1).getFirst();
    String token = claim("handle").get(0).get("delivery_token").asString();

    accept(one, task + "?token=" + token);

    awaitCounted(List.of(task));
  }

  @Test
  void countersOfATaskThatDoesNotExistAreDroppedAndMeasured() {
    accept(one, "0190c0de-0000-7000-8000-00000000002a");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(one.get("/metrics").raw().body())
                .contains("edgewise_counters_dropped_total 1.0"));
  }

  @Test
  void aChangeWithTheTokenOfAnotherAttemptIsRefused() {
    String task = submit("fence", 1).getFirst();
    JsonNode claimed = claim("fence").get(0);
    String token = claimed.get("delivery_token").asString();
    String change = "{\"new_success\":1,\"priority\":3}";

    Reply forged = one.patch("/task/" + task + "?token=AAAA", change);
    assertThat(forged.status()).as(forged.raw().body()).isEqualTo(409);
    assertThat(forged.body().get("detail").asString()).contains("Running", "attempt 0", "token");
    assertThat(task(task).get("priority").asInt()).isZero();
    assertThat(one.patch("/task/" + task + "?token=" + token, change).status()).isEqualTo(200);

    succeed(one, task);
    assertThat(one.post("/task/" + task + "/rerun", "").status()).isEqualTo(202);
    assertThat(one.patch("/task/" + task + "?token=" + token, change).status()).isEqualTo(409);
    claim("fence");
    assertThat(one.patch("/task/" + task + "?token=" + token, change).status()).isEqualTo(409);

    assertThat(task(task).get("success").asLong()).isEqualTo(1);
    assertThat(task(task).get("priority").asInt()).isEqualTo(3);
  }
}
