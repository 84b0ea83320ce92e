package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** CloudEvents about tasks: twice, late, out of order, invalid, and concurrently. */
class EventsOverHttpTest {
  private static final AtomicLong IDS = new AtomicLong();

  private static TestDatabase database;
  private static Client client;
  private static Client other;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
    other = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    other.close();
    database.close();
  }

  /** Submits a chain of two and claims the first; returns the first. */
  private static JsonNode begin(String kind, String more) {
    submit(kind, more);
    return claim(kind);
  }

  private static Reply submit(String kind, String more) {
    Reply reply =
        client.post(
            "/task",
            """
            [{"id": "a", "name": "a", "kind": "%1$s"%2$s},
             {"id": "b", "name": "b", "kind": "%1$s", "dependencies": [{"id": "a"}]}]
            """
                .formatted(kind, more));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply;
  }

  private static JsonNode claim(String kind) {
    JsonNode claimed =
        client
            .post("/work/claim", "{\"worker\": \"w\", \"kinds\": [\"%s\"]}".formatted(kind))
            .body();
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  /** A ULID, each time another one. */
  private static String newId() {
    return "01JCXA7P00%016d".formatted(IDS.incrementAndGet());
  }

  private static String event(String id, String type, String task, String data, String more) {
    return """
    {"specversion": "1.0", "id": "%s", "source": "/test", "type": "edgewise.task.%s", "subject": "%s", "data": {%s}%s}\
    """
        .formatted(id, type, task, data, more);
  }

  private static String finished(String id, JsonNode task, String outcome) {
    return event(
        id,
        "finished",
        task.get("task_id").asString(),
        "\"attempt\": %s, %s".formatted(task.get("attempt"), outcome),
        "");
  }

  private static String success(String id, JsonNode task) {
    return finished(id, task, "\"outcome\": \"SUCCESS\"");
  }

  private static List<String> results(Reply reply) {
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return reply.body().findValuesAsString("result");
  }

  private static List<String> send(String... events) {
    return results(client.post("/event", "[" + String.join(",", events) + "]"));
  }

  private static JsonNode task(JsonNode claimed) {
    return client.get("/task/" + claimed.get("task_id").asString()).body();
  }

  private static List<JsonNode> ledger(JsonNode claimed) {
    JsonNode entries =
        client.get("/batch/" + claimed.get("batch_id").asString() + "/events").body();
    return StreamSupport.stream(entries.spliterator(), false).toList();
  }

  private static List<String> ledgerOf(JsonNode claimed, String field) {
    return ledger(claimed).stream()
        .filter(entry -> entry.get("task_id").equals(claimed.get("task_id")))
        .map(entry -> entry.get(field).asString())
        .toList();
  }

  @Test
  void anEndIsAppliedOnceAndKeptInTheLedgerWithItsFact() {
    JsonNode task = begin("end", "");
    String id = newId();
    String end = finished(id, task, "\"outcome\": \"SUCCESS\", \"result\": {\"n\": 7}");

    Reply first = client.post("/event", end);

    assertThat(results(first)).containsExactly("applied");
    assertThat(first.body().get(0).get("id").asString()).isEqualTo(id);
    List<JsonNode> ledger = ledger(task);
    assertThat(send(end, end)).containsExactly("duplicate", "duplicate");
    assertThat(send(success(newId(), task))).containsExactly("duplicate");
    assertThat(send(finished(newId(), task, "\"outcome\": \"FAILED\""))).containsExactly("stale");
    assertThat(ledger(task)).isEqualTo(ledger);

    assertThat(task(task).get("status").asString()).isEqualTo("Success");
    assertThat(task(task).get("result").get("n").asInt()).isEqualTo(7);
    JsonNode caused =
        ledger.stream()
            .filter(entry -> entry.get("source_id").asString("").equals(id))
            .findAny()
            .orElseThrow();
    assertThat(caused.get("type").asString()).isEqualTo("success");
    JsonNode edge =
        client.get("/batch/" + task.get("batch_id").asString() + "/edges").body().get(0);
    assertThat(edge.get("row_version").asString()).isEqualTo(caused.get("id").asString());
    assertThat(claim("end").get("name").asString()).isEqualTo("b");
  }

  @Test
  void eventsOfOneRequestAreAppliedInTheOrderOfTheirTimes() {
    JsonNode task = begin("order", "");
    String id = task.get("task_id").asString();
    String attempt = "\"attempt\": 0";
    String start = event(newId(), "started", id, attempt, ", \"time\": \"2026-01-01T00:00:01Z\"");
    String beat =
        event(newId(), "heartbeat", id, attempt, ", \"time\": \"2026-01-01T02:00:02+02:00\"");
    String end =
        event(
            newId(),
            "finished",
            id,
            attempt + ", \"outcome\": \"SUCCESS\"",
            ", \"time\": \"2026-01-01T00:00:03Z\", \"traceparent\": \"00-1-2-01\"");

    assertThat(send(end, beat, start, end))
        .containsExactly("applied", "applied", "applied", "duplicate");

    assertThat(ledgerOf(task, "type")).endsWith("started", "heartbeat", "success");
    assertThat(send(start, beat)).containsExactly("duplicate", "duplicate");
    assertThat(send(event(newId(), "heartbeat", id, attempt, ""))).containsExactly("stale");
    Instant ended = Instant.parse(task(task).get("ended_at").asString());
    assertThat(ended).isAfter(Instant.parse("2026-01-02T00:00:00Z"));
  }

  @Test
  void aRefusedEventDoesNotUseUpItsId() {
    Reply submitted = submit("early", "");
    JsonNode root = submitted.body().get(0);
    String id = root.get("id").asString();
    String event = event(newId(), "finished", id, "\"attempt\": 0, \"outcome\": \"SUCCESS\"", "");
    assertThat(send(event)).containsExactly("stale");
    JsonNode task = claim("early");

    assertThat(send(event.replace("\"attempt\": 0", "\"attempt\": 1"))).containsExactly("stale");
    assertThat(send(event.replace(id, "0190a5e0-0000-7000-8000-000000000001")))
        .containsExactly("unknown");
    assertThat(send(event.replace("SUCCESS", "success"))).containsExactly("invalid");
    assertThat(send(event)).containsExactly("applied");
    assertThat(task(task).get("status").asString()).isEqualTo("Success");
  }

  @Test
  void aFailureIsRetriedAndLaterEventsOfItsAttemptAreStale() {
    JsonNode task = begin("fail", ", \"retry\": {\"max_retries\": 1, \"initial_delay_secs\": 600}");
    String failure = finished(newId(), task, "\"outcome\": \"FAILED\", \"error\": \"no luck\"");

    assertThat(send(failure)).containsExactly("applied");
    assertThat(send(failure)).containsExactly("duplicate");
    assertThat(send(finished(newId(), task, "\"outcome\": \"FAILED\""))).containsExactly("stale");
    assertThat(send(success(newId(), task))).containsExactly("stale");

    JsonNode now = task(task);
    assertThat(now.get("status").asString()).isEqualTo("RetryPending");
    assertThat(now.get("attempt").asInt()).isOne();
    assertThat(now.get("failure_reason").asString()).isEqualTo("no luck");
  }

  @Test
  void anExecutorMayCancelItsAttempt() {
    JsonNode task = begin("cancel", "");

    String event = finished(newId(), task, "\"outcome\": \"CANCELLED\", \"error\": \"not today\"");
    assertThat(send(event, event)).containsExactly("applied", "duplicate");

    assertThat(task(task).get("status").asString()).isEqualTo("Canceled");
    assertThat(task(task).get("failure_reason").asString()).isEqualTo("not today");
  }

  @Test
  void aCancelledOutcomeCancelsTheTasksThatDependOnItsSuccess() {
    JsonNode submitted =
        client
            .post(
                "/task",
                """
                [{"id": "a", "name": "a", "kind": "given-up"},
                 {"id": "b", "name": "b", "kind": "x", "dependencies": [{"id": "a", "condition": "on_success"}]},
                 {"id": "c", "name": "c", "kind": "x", "dependencies": [{"id": "b", "condition": "on_success"}]},
                 {"id": "d", "name": "d", "kind": "x", "dependencies": [{"id": "c"}]}]
                """)
            .body();
    JsonNode task = claim("given-up");

    String event = finished(newId(), task, "\"outcome\": \"CANCELLED\", \"error\": \"not today\"");
    assertThat(send(event)).containsExactly("applied");

    List<String> stands = new ArrayList<>();
    for (JsonNode each : submitted) {
      JsonNode now = client.get("/task/" + each.get("id").asString()).body();
      stands.add(now.get("status").asString() + " " + now.get("failure_reason").asString("-"));
    }
    assertThat(stands)
        .containsExactly("Canceled not today", "Canceled -", "Canceled -", "Pending -");
  }

  @Test
  void aHeartbeatExtendsTheLease() {
    JsonNode task = begin("beat", ", \"timeout\": 100");
    database
        .database()
        .engine()
        .useHandle(handle ->
            handle.execute(
                "update lease set expires_at = expires_at - interval '90 seconds' where kind ="
                    + " 'beat'"));
    String beat = event(newId(), "heartbeat", task.get("task_id").asString(), "\"attempt\": 0", "");

    assertThat(send(beat)).containsExactly("applied");

    Boolean kept =
        database
            .database()
            .engine()
            .withHandle(handle ->
                handle
                    .createQuery(
                        "select expires_at > clock_timestamp() + interval '50 seconds' from lease"
                            + " where kind = 'beat'")
                    .mapTo(Boolean.class)
                    .one());
    assertThat(kept).isTrue();
    assertThat(ledgerOf(task, "type")).endsWith("heartbeat");
    assertThat(
            client
                .get("/task/" + task.get("task_id").asString() + "/events")
                .body()
                .findValuesAsString("type"))
        .as("what happened to the task, without signs of life")
        .endsWith("running");
  }

  @Test
  void anInvalidEventDoesNotAffectTheOthers() {
    JsonNode task = begin("mixed", "");
    String good = success("0190a5e0-0000-7000-8000-000000000abc", task);
    Reply reply =
        client.post(
            "/event",
            "["
                + String.join(
                    ",",
                    good.replace("edgewise.task.finished", "com.example.else")
                        .replace("0190a5e0", "x"),
                    good.replace("\"1.0\"", "\"0.3\""),
                    good.replace("-7000-", "-4000-"),
                    good.replace(task.get("task_id").asString(), "t1"),
                    good.replace("\"attempt\": 0, ", ""),
                    good.replace("\"attempt\": 0", "\"attempt\": -1"),
                    good.replace(", \"outcome\": \"SUCCESS\"", ""),
                    good.replace("\"specversion\": \"1.0\", ", ""),
                    "7",
                    good)
                + "]");

    assertThat(results(reply))
        .containsExactly(
            "ignored", "invalid", "invalid", "invalid", "invalid", "invalid", "invalid", "invalid",
            "invalid", "applied");
    List<String> errors =
        StreamSupport.stream(reply.body().spliterator(), false)
            .map(answer -> answer.get("error").asString(""))
            .toList();
    assertThat(errors)
        .containsExactly(
            "",
            "specversion: must be 1.0",
            "id: must be a ULID or a UUID of version 7",
            "subject: must be the id of a task",
            "data.attempt: is required",
            "data.attempt: must not be negative",
            "data.outcome: is required with edgewise.task.finished",
            "specversion: is required",
            "body: must be an object",
            "");
    assertThat(client.post("/event", "{\"specversion\"").status()).isEqualTo(400);
    assertThat(client.post("/event", "3").status()).isEqualTo(400);
    String many = String.join(",", Collections.nCopies(10_001, good));
    assertThat(client.post("/event", "[" + many + "]").raw().body()).contains("must have at most");
  }

  @Test
  void attributesMayComeAsHeaders() {
    JsonNode task = begin("headers", "");
    String[] headers = {
      "Content-Type", "application/json",
      "ce-specversion", "1.0",
      "ce-id", newId(),
      "ce-source", "/test",
      "ce-type", "edgewise.task.finished",
      "ce-subject", task.get("task_id").asString(),
      "ce-time", "2026-01-01T00:00:00Z"
    };
    String data = "{\"attempt\": 0, \"outcome\": \"SUCCESS\", \"result\": \"by headers\"}";

    assertThat(results(client.send("POST", "/event", data, headers))).containsExactly("applied");
    assertThat(results(client.send("POST", "/event", data, headers))).containsExactly("duplicate");
    assertThat(task(task).get("result").asString()).isEqualTo("by headers");
    headers[9] = "";
    assertThat(client.send("POST", "/event", data, headers).raw().body())
        .contains("ce-type: is required");
  }

  @Test
  void oneOfManyRacingDeliveriesIsApplied() throws Exception {
    JsonNode task = begin("race", "");
    String event = success(newId(), task);
    List<Callable<String>> deliveries =
        IntStream.range(0, 32)
            .<Callable<String>>mapToObj(
                i -> () -> results((i % 2 == 0 ? client : other).post("/event", event)).getFirst())
            .toList();
    List<String> answers;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      answers =
          threads.invokeAll(deliveries).stream()
              .map(java.util.concurrent.Future::resultNow)
              .toList();
    }

    assertThat(answers).containsOnlyOnce("applied");
    assertThat(answers.stream().filter("duplicate"::equals)).hasSize(31);
    assertThat(ledgerOf(task, "type").stream().filter("success"::equals)).hasSize(1);
  }
}
