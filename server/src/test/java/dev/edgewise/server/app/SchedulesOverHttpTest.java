package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Schedules on two servers of one database. */
class SchedulesOverHttpTest {
  private static final String DAILY =
      "{\"workflow\": \"report\", \"inputs\": {\"day\": 1}, \"cron\": \"0 6 * * *\", \"zone\":"
          + " \"Europe/Berlin\"%s}";

  private static TestDatabase database;
  private static Client client;
  private static Client other;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    // The smallest pool: a thread that waits for a connection while it holds another would
    // deadlock.
    client = Client.start(database, Map.of("POOL_MAX_SIZE", "2"));
    other = Client.start(database, Map.of("POOL_MAX_SIZE", "2"));
    Reply workflow =
        client.send(
            "PUT",
            "/workflow/report",
            """
            {"inputs": {"day": {}},
             "tasks": [{"id": "a", "name": "a", "kind": "inline", "let": "inputs.day"}]}
            """);
    assertThat(workflow.status()).as(workflow.raw().body()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    client.close();
    other.close();
    database.close();
  }

  private static Reply put(String name, String definition) {
    return client.send("PUT", "/schedule/" + name, definition);
  }

  @Test
  void aScheduleIsStoredShownPausedResumedAndDeleted() {
    Reply created = put("daily", DAILY.formatted(""));
    assertThat(created.status()).as(created.raw().body()).isEqualTo(201);
    JsonNode view = created.body();
    assertThat(view.get("next_runs")).hasSize(5);
    assertThat(view.get("overlap").asString()).isEqualTo("skip");
    assertThat(view.get("paused").asBoolean()).isFalse();
    assertThat(view.get("inputs").get("day").asInt()).isOne();
    assertThat(client.get("/schedule/daily").body()).isEqualTo(view);
    assertThat(client.get("/schedules").body().findValuesAsString("name")).contains("daily");
    assertThat(put("daily", DAILY.formatted("")).status()).isEqualTo(200);
    assertThat(client.get("/schedule/daily").body()).isEqualTo(view);

    Reply paused = client.post("/schedule/daily/pause", "");
    assertThat(paused.body().get("paused").asBoolean()).isTrue();
    assertThat(paused.body().get("next_runs")).isEmpty();
    assertThat(client.post("/schedule/daily/resume", "").body().get("next_runs"))
        .isEqualTo(view.get("next_runs"));

    assertThat(client.send("DELETE", "/schedule/daily", "").status()).isEqualTo(204);
    assertThat(client.send("DELETE", "/schedule/daily", "").status()).isEqualTo(404);
    assertThat(client.get("/schedule/daily").status()).isEqualTo(404);
    assertThat(client.post("/schedule/daily/pause", "").status()).isEqualTo(404);
  }

  @Test
  void anInvalidScheduleIsRefusedWithEveryProblem() {
    assertThat(put("bad", "{\"workflow\": \"report\", \"inputs\": {\"day\": 1}}").details())
        .isEqualTo("cron: exactly one of cron and interval is required");
    assertThat(
            put(
                    "bad",
                    DAILY
                        .replace("0 6", "0 66")
                        .replace("Europe/Berlin", "Europe/Berlim")
                        .formatted(", \"jitter\": -1, \"catch_up\": \"often\""))
                .details())
        .contains("cron: ")
        .contains("zone: must be an IANA zone")
        .contains("jitter: must be seconds or an ISO 8601 duration")
        .contains("catch_up: must be seconds");
    assertThat(put("bad", DAILY.replace("\"day\": 1", "\"dya\": 1").formatted("")).details())
        .contains("inputs.dya: the workflow has no such input (did you mean day?)");
    assertThat(put("bad", DAILY.replace("report", "rapport").formatted("")).details())
        .contains("workflow: there is none named");
    assertThat(put("bad", DAILY.replace("0 6 * * *", "0 0 30 2 *").formatted("")).details())
        .isEqualTo("cron: matches no time");
    assertThat(put("bad", DAILY.formatted(", \"overlap\": \"maybe\"")).status()).isEqualTo(400);
    assertThat(
            put("bad", "{\"workflow\": \"report\", \"inputs\": {\"day\": 1}, \"interval\": 0.5}")
                .details())
        .contains("interval: must be");
  }

  @Test
  void eachTickStartsOneRunOnTwoServers() {
    put(
        "often",
        "{\"workflow\": \"report\", \"inputs\": {\"day\": 2}, \"interval\": \"PT1S\", \"overlap\":"
            + " \"allow\"}");
    await().atMost(Duration.ofSeconds(30)).until(() -> runs().size() >= 3);
    client.post("/schedule/often/pause", "");

    List<JsonNode> runs = runs();
    List<String> ticks =
        runs.stream().map(run -> run.get("metadata").get("tick").asString()).toList();
    assertThat(ticks).doesNotHaveDuplicates();
    assertThat(runs)
        .allSatisfy(run -> {
          assertThat(run.get("metadata").get("schedule").asString()).isEqualTo("often");
          assertThat(run.get("metadata").get("workflow_version").asInt()).isOne();
          assertThat(run.get("state").asString()).isEqualTo("succeeded");
        });
    JsonNode view = client.get("/schedule/often").body();
    assertThat(ticks).contains(view.get("last_tick").asString());
    assertThat(view.get("last_batch").isNull()).isFalse();
    assertThat(view.get("last_error").isNull()).isTrue();
  }

  private static List<JsonNode> runs() {
    return client
        .get("/batches?page_size=100")
        .body()
        .valueStream()
        .map(batch -> client.get("/batch/" + batch.get("batch_id").asString()).body())
        .filter(batch -> batch.get("metadata").path("schedule").asString("").equals("often"))
        .toList();
  }
}
