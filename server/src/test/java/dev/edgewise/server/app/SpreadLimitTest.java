package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The items of spreads count as tasks of their batch. */
class SpreadLimitTest {
  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("MAX_TASKS_PER_BATCH", "1000"));
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static JsonNode submit(String tasks) {
    var reply = client.post("/task", tasks.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body();
  }

  private static JsonNode task(JsonNode submitted, int place) {
    return client.get("/task/" + submitted.get(place).get("id").asString()).body();
  }

  private static int total(JsonNode submitted) {
    return database
        .database()
        .engine()
        .withHandle(handle ->
            handle
                .createQuery("select count(*) from task where batch_id = :batch::uuid")
                .bind("batch", submitted.get(0).get("batch_id").asString())
                .mapTo(Integer.class)
                .one());
  }

  @Test
  void spreadsThatUnfoldTogetherStayWithinTheLimit() {
    JsonNode tasks =
        submit(
            """
            [{'id':'a','name':'a','kind':'k','spread':'lists.range(400)','let':'1'},
             {'id':'b','name':'b','kind':'k','spread':'lists.range(400)','let':'1'},
             {'id':'c','name':'c','kind':'k','spread':'lists.range(400)','let':'1'},
             {'id':'d','name':'d','kind':'k','spread':'a','let':'b[0]'}]
            """);

    assertThat(task(tasks, 0).get("status").asString()).isEqualTo("Success");
    assertThat(task(tasks, 1).get("status").asString()).isEqualTo("Success");
    for (int tooMany : new int[] {2, 3}) {
      assertThat(task(tasks, tooMany).get("status").asString()).isEqualTo("Failure");
      assertThat(task(tasks, tooMany).get("failure_reason").asString())
          .isEqualTo(
              "spread: 400 items would make a batch of 1204 tasks,"
                  + " more than 1000 (MAX_TASKS_PER_BATCH)");
    }
    assertThat(total(tasks)).isEqualTo(804);
  }

  @Test
  void aRerunMayMakeAsManyItemsAsItRemoves() {
    JsonNode tasks =
        submit("[{'id':'a','name':'a','kind':'k','spread':'lists.range(900)','let':'index'}]");
    assertThat(task(tasks, 0).get("status").asString()).isEqualTo("Success");

    var rerun = client.post("/task/" + tasks.get(0).get("id").asString() + "/rerun", "");

    assertThat(rerun.status()).as(rerun.raw().body()).isEqualTo(202);
    await()
        .untilAsserted(() ->
            assertThat(task(tasks, 0).get("status").asString())
                .as(task(tasks, 0).toString())
                .isEqualTo("Success"));
    assertThat(task(tasks, 0).get("attempt").asInt()).isEqualTo(1);
    assertThat(total(tasks)).isEqualTo(901);
  }

  @Test
  void aBatchWhoseNumbersAreUsedUpFailsTheSpread() {
    JsonNode tasks =
        submit("[{'id':'a','name':'a','kind':'k','spread':'lists.range(9)','let':'index'}]");
    database
        .database()
        .engine()
        .useHandle(handle ->
            handle
                .createUpdate("update batch set last_no = 2147483640 where batch_id = :batch::uuid")
                .bind("batch", tasks.get(0).get("batch_id").asString())
                .execute());

    var rerun = client.post("/task/" + tasks.get(0).get("id").asString() + "/rerun", "");

    assertThat(rerun.status()).as(rerun.raw().body()).isEqualTo(202);
    await()
        .untilAsserted(() ->
            assertThat(task(tasks, 0).get("failure_reason").asString())
                .isEqualTo("spread: 9 items are more than the 7 numbers that the batch has left"));
  }
}
