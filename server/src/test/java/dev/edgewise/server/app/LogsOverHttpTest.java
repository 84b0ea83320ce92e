package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What executors log, and how it is read and streamed. */
@Timeout(60)
class LogsOverHttpTest {
  private static final int LIMIT = 2_000;
  private static TestDatabase database;
  private static Client client;
  private static Client second;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    Map<String, String> flags =
        Map.of(
            "--log-max-bytes-per-attempt",
            Integer.toString(LIMIT),
            "--retry-loop-interval-ms",
            "50");
    client = Client.start(database, flags);
    second = Client.start(database, flags);
  }

  @AfterAll
  static void stop() {
    client.close();
    second.close();
    database.close();
  }

  /** A claimed task. */
  private record Held(String id, String token) {
    String item(String... messages) {
      return "{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"lines\":[%s]}"
          .formatted(id, token, lines(messages));
    }

    String path() {
      return "/v1/tasks/" + id + "/logs";
    }
  }

  private static String lines(String... messages) {
    return String.join(
        ",", Stream.of(messages).map(each -> "{\"message\":\"" + each + "\"}").toList());
  }

  private static List<Held> submit(String tasks, String kind, int max) {
    Reply submitted = client.post("/v1/batches", tasks.replace("KIND", kind));
    assertThat(submitted.status()).as(submitted.raw().body()).isEqualTo(201);
    return claim(kind, max);
  }

  private static List<Held> claim(String kind, int max) {
    List<Held> held = new ArrayList<>();
    await()
        .until(() -> {
          client
              .post(
                  "/v1/work/claim",
                  "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d}".formatted(kind, max))
              .body()
              .forEach(task ->
                  held.add(
                      new Held(
                          task.get("task_id").asString(), task.get("delivery_token").asString())));
          return held.size() == max;
        });
    return held;
  }

  private static Held one() {
    return submit("[{\"id\":\"a\",\"name\":\"a\",\"kind\":\"KIND\"}]", kind(), 1).getFirst();
  }

  private static String kind() {
    return "kind-" + UUID.randomUUID();
  }

  private static List<String> log(String... items) {
    Reply reply = client.post("/v1/work/log", "[" + String.join(",", items) + "]");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body().valueStream().map(each -> each.get("result").asString()).toList();
  }

  private static void end(Held held, String rest) {
    Reply reply =
        client.post(
            "/v1/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",%s}]"
                .formatted(held.id(), held.token(), rest));
    assertThat(reply.body().get(0).get("result").asString()).isEqualTo("ok");
  }

  private static JsonNode read(String path) {
    Reply reply = client.get(path);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body();
  }

  private static List<String> messages(String path) {
    return read(path)
        .get("items")
        .valueStream()
        .map(line -> line.get("attempt").asInt() + " " + line.get("message").asString())
        .toList();
  }

  @Test
  void aBadItemDoesNotKeepTheLinesOfTheOthersFromBeingStored() {
    Held first = one();
    Held other = one();
    String unknown = new Held(new UUID(0, 77).toString(), first.token()).item("x");
    String foreign = new Held(first.id(), other.token()).item("x");
    String level = first.item("x").replace("{\"message\"", "{\"level\":\"\",\"message\"");
    Reply reply =
        client.post(
            "/v1/work/log",
            "[%s,%s,%s,%s,%s,{\"task_id\":\"%s\"},7,%s]"
                .formatted(
                    first.item("one", "two"),
                    unknown,
                    foreign,
                    level,
                    other.item("other"),
                    first.id(),
                    first.item("three")));
    assertThat(reply.body().valueStream().map(each -> each.get("result").asString()))
        .containsExactly("ok", "unknown", "stale", "invalid", "ok", "invalid", "invalid", "ok");
    assertThat(reply.body().get(3).get("error").asString()).contains("lines[0].level");
    assertThat(reply.body().get(5).get("task_id").asString()).isEqualTo(first.id());
    assertThat(reply.body().get(0).get("error").isNull()).isTrue();
    assertThat(messages(first.path())).containsExactly("0 one", "0 two", "0 three");
    assertThat(messages(other.path())).containsExactly("0 other");
  }

  @Test
  void aLineKeepsItsTimeItsLevelAndItsFields() {
    Held held = one();
    String line =
        """
        {"at":"2026-01-02T03:04:05.678Z","level":"error","message":"Zeile ä\\n2","fields":{"n":[1,{"x":null}]}}\
        """;
    assertThat(log(held.item("a").replace("{\"message\":\"a\"}", line))).containsExactly("ok");
    log(held.item("plain"));
    JsonNode items = read(held.path()).get("items");
    JsonNode full = items.get(0);
    assertThat(full.get("at").asString()).isEqualTo("2026-01-02T03:04:05.678Z");
    assertThat(full.get("level").asString()).isEqualTo("error");
    assertThat(full.get("message").asString()).isEqualTo("Zeile ä\n2");
    assertThat(full.get("fields").toString()).isEqualTo("{\"n\":[1,{\"x\":null}]}");
    assertThat(full.get("attempt").asInt()).isZero();
    JsonNode plain = items.get(1);
    assertThat(plain.get("level").asString()).isEqualTo("info");
    assertThat(plain.get("at").asString()).startsWith("20");
    assertThat(plain.get("fields").isNull()).isTrue();
    assertThat(plain.get("line").asInt()).isEqualTo(1);
  }

  @Test
  void aTokenLogsUntilItsAttemptIsOver() {
    String retried =
        """
        [{"id":"a","name":"a","kind":"KIND","retry":{"max_retries":1,"initial_delay_secs":1}}]\
        """;
    String kind = kind();
    Held held = submit(retried, kind, 1).getFirst();
    assertThat(log(held.item("first"))).containsExactly("ok");
    end(held, "\"status\":\"Failure\",\"failure_reason\":\"boom\"");
    assertThat(log(held.item("late"))).containsExactly("stale");
    Held again = claim(kind, 1).getFirst();
    assertThat(log(held.item("later"), again.item("second"))).containsExactly("stale", "ok");
    end(again, "\"status\":\"Success\"");
    assertThat(log(again.item("after the end"))).containsExactly("stale");
    assertThat(client.post("/v1/tasks/" + held.id() + "/rerun", "").status()).isEqualTo(202);
    Held rerun = claim(kind, 1).getFirst();
    log(rerun.item("third"));
    assertThat(messages(held.path())).containsExactly("0 first", "1 second", "2 third");
    assertThat(messages(held.path() + "?attempt=1")).containsExactly("1 second");
    assertThat(messages(held.path() + "?attempt=7")).isEmpty();
    assertThat(client.get(held.path() + "?attempt=-1").status()).isEqualTo(400);
    end(rerun, "\"status\":\"Success\"");
  }

  @Test
  void anItemOfASpreadHasALogOfItsOwn() {
    String spread =
        """
        [{"id":"s","name":"s","kind":"KIND","spread":"[1,2]"}]\
        """;
    List<Held> items = submit(spread, kind(), 2);
    log(items.get(0).item("zero"), items.get(1).item("one"));
    assertThat(messages(items.get(0).path())).containsExactly("0 zero");
    assertThat(messages(items.get(1).path())).containsExactly("0 one");
  }

  @Test
  void beyondTheLimitOneLineSaysThatTheRestIsDropped() {
    Held held = one();
    String message = "x".repeat(300);
    double droppedBefore = metric("edgewise_log_lines_dropped_total");
    for (int i = 0; i < 5; i++) {
      assertThat(log(held.item(message, message, message))).containsExactly("ok");
    }
    List<String> messages = messages(held.path());
    assertThat(messages.subList(0, messages.size() - 1)).containsOnly("0 " + message).hasSize(6);
    assertThat(messages.getLast()).contains("LOG_MAX_BYTES_PER_ATTEMPT", "dropped");
    assertThat(read(held.path()).get("items").get(6).get("level").asString()).isEqualTo("warn");
    assertThat(metric("edgewise_log_lines_dropped_total") - droppedBefore).isEqualTo(9);
    assertThat(metric("edgewise_log_lines_total")).isGreaterThanOrEqualTo(6);
  }

  private static double metric(String name) {
    return client
        .get("/metrics")
        .raw()
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }

  @Test
  void aPageEndsAtItsLimitAndTheNextOneGoesOn() {
    Held held = one();
    log(held.item("0", "1", "2", "3", "4"), held.item("5", "6"));
    List<String> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = read(held.path() + "?limit=2" + cursor);
      page.get("items").forEach(line -> all.add(line.get("message").asString()));
      JsonNode next = page.get("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());
    assertThat(all).containsExactly("0", "1", "2", "3", "4", "5", "6");
  }

  @Test
  void linesThatAreSentAtTheSameTimeAreAllStoredOnce() throws InterruptedException {
    Held held = one();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String message = "m" + i;
      Client server = i % 2 == 0 ? client : second;
      threads.add(
          Thread.startVirtualThread(
              () -> server.post("/v1/work/log", "[" + held.item(message, message) + "]")));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    JsonNode items = read(held.path()).get("items");
    assertThat(items).hasSize(24);
    for (int i = 0; i < 24; i++) {
      assertThat(items.get(i).get("line").asInt()).isEqualTo(i);
    }
    assertThat(items.valueStream().map(each -> each.get("message").asString()).distinct())
        .hasSize(12);
  }

  @Test
  void aStreamFollowsTheTaskOnBothServersUntilItHasEnded() throws Exception {
    String retried =
        """
        [{"id":"a","name":"a","kind":"KIND","retry":{"max_retries":1,"initial_delay_secs":1}}]\
        """;
    String kind = kind();
    Held held = submit(retried, kind, 1).getFirst();
    log(held.item("one"));
    String lastId;
    try (LogStream stream = new LogStream(second.port(), held.path(), null)) {
      assertThat(stream.next()).isEqualTo("0 one");
      log(held.item("two", "three"));
      assertThat(stream.next()).as("written by the other server").isEqualTo("0 two");
      lastId = stream.lastId();
    }
    try (LogStream stream = new LogStream(client.port(), held.path(), lastId)) {
      assertThat(stream.next()).as("after a reconnection").isEqualTo("0 three");
      end(held, "\"status\":\"Failure\",\"failure_reason\":\"boom\"");
      Held again = claim(kind, 1).getFirst();
      log(again.item("four"));
      assertThat(stream.next()).isEqualTo("1 four");
      log(again.item("five"));
      end(again, "\"status\":\"Success\"");
      assertThat(stream.rest()).containsExactly("1 five");
    }
    try (LogStream stream = new LogStream(client.port(), held.path() + "?attempt=0", null)) {
      assertThat(stream.rest()).containsExactly("0 one", "0 two", "0 three");
    }
  }

  @Test
  void whatDoesNotExistHasNoLog() {
    String path = "/v1/tasks/" + new UUID(0, 99) + "/logs";
    assertThat(client.get(path).status()).isEqualTo(404);
    assertThat(client.get("/v1/tasks/x/logs").status()).isEqualTo(404);
    assertThat(client.post(path + "?token=AAAA", "{\"lines\":[]}").status()).isEqualTo(404);
    assertThat(client.get(one().path() + "?cursor=x").status()).isEqualTo(400);
  }
}
