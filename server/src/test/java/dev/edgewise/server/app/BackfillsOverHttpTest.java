package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Ticks, triggers and backfills on two servers of one database. */
class BackfillsOverHttpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Instant DAY = Instant.parse("2026-03-02T00:00:00Z");

  private static TestDatabase database;
  private static Client client;
  private static Client other;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
    other = Client.start(database, Map.of());
    put("/v1/workflows/quick", "{\"tasks\":[" + task("\"let\":\"1\"") + "]}");
    put("/v1/workflows/slow", "{\"tasks\":[" + task("\"timeout\":600") + "]}");
  }

  @AfterAll
  static void stop() {
    client.close();
    other.close();
    database.close();
  }

  private static String task(String more) {
    return "{\"id\":\"a\",\"name\":\"a\",\"kind\":\"backfilled\"," + more + "}";
  }

  private static void put(String path, String body) {
    Reply reply = client.send("PUT", path, body);
    assertThat(reply.status()).as(reply.raw().body()).isIn(200, 201);
  }

  /** An hourly schedule that does not tick by itself. */
  private static void schedule(String name, String workflow, String more) {
    put(
        "/v1/schedules/" + name,
        "{\"workflow\":\"%s\",\"cron\":\"0 * * * *\"%s}".formatted(workflow, more));
    client.post("/v1/schedules/" + name + "/pause", "");
  }

  private static JsonNode backfill(String name, Instant from, Instant to, String more) {
    Reply reply =
        client.post(
            "/v1/schedules/" + name + "/backfill",
            "{\"from\":\"%s\",\"to\":\"%s\"%s}".formatted(from, to, more));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(202);
    assertThat(reply.body().propertyNames()).containsExactly("backfill_id", "ticks");
    return reply.body();
  }

  private static JsonNode found(JsonNode backfill) {
    return other.get("/v1/backfills/" + backfill.get("backfill_id").asString()).body();
  }

  private static JsonNode done(JsonNode backfill) {
    await().atMost(PATIENCE).until(() -> found(backfill).get("state").asString().equals("done"));
    return found(backfill);
  }

  private static List<JsonNode> ticks(String name) {
    List<JsonNode> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get("/v1/schedules/" + name + "/ticks?limit=5" + cursor).body();
      page.get("items").forEach(all::add);
      JsonNode next = page.get("next_cursor");
      cursor = next.isNull() ? "" : "&cursor=" + next.asString();
    } while (!cursor.isEmpty());
    return all;
  }

  private static JsonNode batch(JsonNode tick) {
    return client.get("/v1/batches/" + tick.get("batch_id").asString()).body();
  }

  @Test
  void eachTickRunsOnceUnlessItIsAskedForAgain() {
    schedule("daily", "quick", ",\"labels\":{\"from\":\"schedule\"}");
    Instant to = DAY.plus(12, ChronoUnit.HOURS);
    JsonNode first = backfill("daily", DAY, to, "");
    assertThat(first.get("ticks").asInt()).isEqualTo(12);
    assertThat(done(first).get("started").asInt()).isEqualTo(12);
    List<JsonNode> ticks = ticks("daily");
    assertThat(ticks).hasSize(12);
    assertThat(ticks.getFirst().get("tick_at").asString()).isEqualTo("2026-03-02T11:00:00Z");
    assertThat(ticks.getLast().get("tick_at").asString()).isEqualTo("2026-03-02T00:00:00Z");
    assertThat(ticks)
        .allSatisfy(tick -> {
          assertThat(tick.get("state").asString()).isEqualTo("started");
          assertThat(tick.get("reason").isNull()).isTrue();
          JsonNode batch = batch(tick);
          assertThat(batch.at("/metadata/tick")).isEqualTo(tick.get("tick_at"));
          assertThat(batch.get("schedule").asString()).isEqualTo("daily");
          assertThat(batch.at("/labels/from").asString()).isEqualTo("schedule");
        })
        .extracting(tick -> tick.get("batch_id").asString())
        .doesNotHaveDuplicates();

    JsonNode wider = backfill("daily", DAY.minus(1, ChronoUnit.HOURS), to, "");
    assertThat(wider.get("ticks").asInt()).isEqualTo(1);
    done(wider);
    assertThat(backfill("daily", DAY, to, "").get("ticks").asInt()).isZero();
    JsonNode again = backfill("daily", DAY, DAY.plus(2, ChronoUnit.HOURS), ",\"again\":true");
    assertThat(again.get("ticks").asInt()).isEqualTo(2);
    done(again);
    assertThat(ticks("daily"))
        .hasSize(15)
        .extracting(tick -> tick.get("batch_id").asString())
        .doesNotHaveDuplicates();
    assertThat(client.get("/v1/batches?label=from:schedule&limit=100").body().get("items"))
        .hasSize(15);
    assertThat(client.get("/v1/audit?action=schedule.backfill").body().get("items")).isNotEmpty();
  }

  @Test
  void noMoreRunsGoOnThanMaxParallel() {
    put(
        "/v1/workflows/narrow",
        "{\"tasks\":[" + task("\"timeout\":600").replace("backfilled", "narrow") + "]}");
    schedule("narrow", "narrow", "");
    JsonNode backfill =
        backfill("narrow", DAY, DAY.plus(5, ChronoUnit.HOURS), ",\"max_parallel\":2");
    await().atMost(PATIENCE).until(() -> found(backfill).get("started").asInt() == 2);
    for (int ended = 1; ended <= 3; ended++) {
      assertThat(found(backfill).get("remaining").asInt()).isEqualTo(4 - ended);
      JsonNode claimed =
          client
              .post("/v1/work/claim", "{\"worker\":\"w\",\"kinds\":[\"narrow\"],\"max\":1}")
              .body()
              .get(0);
      client.patch("/v1/tasks/" + claimed.get("task_id").asString(), "{\"status\":\"Success\"}");
      int started = 2 + ended;
      await().atMost(PATIENCE).until(() -> found(backfill).get("started").asInt() == started);
    }
    done(backfill);
    assertThat(client.get("/v1/batches?workflow=narrow&status=running").body().get("items"))
        .hasSize(2);
  }

  @Test
  void aCanceledBackfillStartsNoMore() {
    schedule("stopped", "slow", "");
    JsonNode backfill =
        backfill("stopped", DAY, DAY.plus(5, ChronoUnit.HOURS), ",\"max_parallel\":1");
    await().atMost(PATIENCE).until(() -> found(backfill).get("started").asInt() == 1);
    String path = "/v1/backfills/" + backfill.get("backfill_id").asString();
    assertThat(client.send("DELETE", path, "").status()).isEqualTo(204);
    assertThat(client.send("DELETE", path, "").status()).isEqualTo(204);
    assertThat(found(backfill).get("state").asString()).isEqualTo("canceled");
    assertThat(ticks("stopped"))
        .extracting(tick -> tick.get("state").asString())
        .containsExactly("skipped", "skipped", "skipped", "skipped", "started");
    // What was not started gets another chance.
    assertThat(backfill("stopped", DAY, DAY.plus(5, ChronoUnit.HOURS), "").get("ticks").asInt())
        .isEqualTo(4);
    client.send("DELETE", "/v1/schedules/stopped", "");
    assertThat(client.get("/v1/schedules/stopped/ticks").status()).isEqualTo(404);
  }

  @Test
  void aTriggerRunsNowAndOncePerKey() {
    schedule("manual", "quick", "");
    Reply one = client.send("POST", "/v1/schedules/manual/trigger", "", "Idempotency-Key", "k");
    assertThat(one.status()).as(one.raw().body()).isEqualTo(201);
    Reply same = other.send("POST", "/v1/schedules/manual/trigger", "", "Idempotency-Key", "k");
    assertThat(same.status()).isEqualTo(201);
    assertThat(same.body()).isEqualTo(one.body());
    Reply next = client.post("/v1/schedules/manual/trigger", "");
    assertThat(next.body().get("batch_id")).isNotEqualTo(one.body().get("batch_id"));
    assertThat(ticks("manual"))
        .hasSize(2)
        .allSatisfy(tick -> assertThat(tick.get("cause").asString()).isEqualTo("trigger"));
    assertThat(ticks("manual").getLast().get("tick_at")).isEqualTo(one.body().get("tick_at"));
    assertThat(client.post("/v1/schedules/nobody/trigger", "").status()).isEqualTo(404);
    assertThat(client.get("/v1/audit?action=schedule.trigger").body().get("items")).isNotEmpty();
  }

  @Test
  void aScheduleMayNameTheVersionOfItsWorkflow() {
    put("/v1/workflows/versions", "{\"tasks\":[" + task("\"let\":\"1\"") + "]}");
    put("/v1/workflows/versions", "{\"tasks\":[" + task("\"let\":\"2\"") + "]}");
    schedule("newest", "versions", "");
    schedule("pinned", "versions", ",\"version\":1");
    assertThat(client.post("/v1/schedules/newest/trigger", "").body().get("version").asInt())
        .isEqualTo(2);
    assertThat(client.post("/v1/schedules/pinned/trigger", "").body().get("version").asInt())
        .isEqualTo(1);
    assertThat(client.get("/v1/schedules/pinned").body().get("version").asInt()).isEqualTo(1);
    assertThat(
            client
                .send(
                    "PUT",
                    "/v1/schedules/pinned",
                    "{\"workflow\":\"versions\",\"version\":9,\"interval\":\"PT1H\"}")
                .details())
        .contains("of version 9");
  }

  @Test
  void theTicksOfAScheduleAreKeptWithWhatBecameOfThem() {
    put(
        "/v1/schedules/often",
        "{\"workflow\":\"slow\",\"interval\":\"PT1S\",\"overlap\":\"skip\"}");
    await().atMost(PATIENCE).until(() -> ticks("often").size() >= 3);
    client.post("/v1/schedules/often/pause", "");
    List<JsonNode> ticks = ticks("often").reversed();
    assertThat(ticks.getFirst().get("state").asString()).isEqualTo("started");
    assertThat(ticks.subList(1, ticks.size()))
        .allSatisfy(tick -> {
          assertThat(tick.get("state").asString()).isEqualTo("skipped");
          assertThat(tick.get("reason").asString()).isEqualTo("The previous run had not ended");
          assertThat(tick.get("batch_id").isNull()).isTrue();
        });
    String metrics = client.get("/metrics").raw().body() + other.get("/metrics").raw().body();
    assertThat(metrics).contains("edgewise_schedule_ticks_skipped_total");
    assertThat(metrics.lines().filter(line -> line.startsWith("edgewise_schedule_ticks_skipped")))
        .anySatisfy(line -> assertThat(line).doesNotEndWith(" 0.0"));
  }

  @Test
  void invalidBackfillsAreRefused() {
    schedule("checked", "quick", "");
    String path = "/v1/schedules/checked/backfill";
    String from = "{\"from\":\"2026-01-01T00:00:00Z\",";
    assertThat(client.post(path, from + "\"to\":\"2025-01-01T00:00:00Z\"}").details())
        .contains("to: must be later than from");
    assertThat(client.post(path, from + "\"to\":\"2100-01-01T00:00:00Z\"}").details())
        .contains("to: ");
    assertThat(
            client
                .post(
                    path,
                    from + "\"to\":\"" + Instant.now().plusSeconds(60) + "\",\"max_parallel\":1}")
                .details())
        .contains("to: must not be in the future");
    assertThat(
            client
                .post(path, from + "\"to\":\"2026-01-02T00:00:00Z\",\"max_parallel\":0}")
                .details())
        .contains("max_parallel: must be from 1 to 1000");
    assertThat(client.post(path, "{\"to\":\"2026-01-02T00:00:00Z\"}").details()).contains("from");
    assertThat(
            client
                .post("/v1/schedules/nobody/backfill", from + "\"to\":\"2026-01-02T00:00:00Z\"}")
                .status())
        .isEqualTo(404);
    assertThat(client.get("/v1/backfills/x").status()).isEqualTo(404);
    assertThat(
            client
                .send("DELETE", "/v1/backfills/00000000-0000-4000-8000-000000000000", "")
                .status())
        .isEqualTo(404);
  }
}
