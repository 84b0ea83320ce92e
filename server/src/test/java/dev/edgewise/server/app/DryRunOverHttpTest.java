package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a dry run of a submission says, and that it stores nothing. */
class DryRunOverHttpTest {
  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String task(String id, String more) {
    return "{\"id\":\"%1$s\",\"name\":\"%1$s\",\"kind\":\"dry\"%2$s}".formatted(id, more);
  }

  private static String batches() {
    return database.text("select count(*)::text from batch");
  }

  @Test
  void theGraphIsDescribedAndNothingIsStored() {
    String body =
        "["
            + task(
                "report", ",\"input\":{\"x\":\"${load.n}\"},\"dependencies\":[{\"id\":\"notify\"}]")
            + ","
            + task("load", "")
            + ","
            + task("notify", "")
            + ","
            + task("send", ",\"dependencies\":[{\"id\":\"report\",\"requires_success\":true}]")
            + "]";
    String before = batches();
    Reply reply = client.send("POST", "/v1/batches?dry_run=true", body, "Idempotency-Key", "dry");
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    JsonNode plan = reply.body();
    assertThat(plan.propertyNames())
        .containsExactly("tasks", "edges", "levels", "added_edges", "critical_path", "warnings");
    assertThat(plan.get("tasks").asInt()).isEqualTo(4);
    assertThat(plan.get("edges").asInt()).isEqualTo(3);
    assertThat(plan.get("levels").asInt()).isEqualTo(3);
    assertThat(plan.get("added_edges").toString())
        .isEqualTo("[{\"from\":\"load\",\"to\":\"report\"}]");
    assertThat(plan.get("critical_path").toString()).isEqualTo("[\"notify\",\"report\",\"send\"]");
    assertThat(plan.get("warnings").toString()).contains("requires_success");
    assertThat(batches()).isEqualTo(before);

    Reply real = client.send("POST", "/v1/batches", body, "Idempotency-Key", "dry");
    assertThat(real.status()).isEqualTo(201);
    JsonNode edges =
        client.get("/v1/batches/" + real.body().get("batch_id").asString() + "/edges").body();
    assertThat(edges.get("items")).hasSize(3);
  }

  @Test
  void aDryRunIsRefusedLikeTheSubmission() {
    String unknown = "00000000-0000-7000-8000-000000000001";
    for (String body :
        new String[] {
          "[" + task("a", ",\"dependencies\":[{\"id\":\"b\"}]") + "]",
          "[" + task("a", ",\"dependencies\":[{\"task_id\":\"" + unknown + "\"}]") + "]",
          "[" + task("a", ",\"input\":\"${nobody}\",\"priority\":5000") + "]",
          "{\"labels\":{\"a\":1}}",
          "[",
        }) {
      Reply dry = client.post("/v1/batches?dry_run=true", body);
      Reply real = client.post("/v1/batches", body);
      assertThat(dry.status()).as(body).isEqualTo(400);
      assertThat(dry.body().path("details")).isEqualTo(real.body().path("details"));
      assertThat(dry.body().get("error")).isEqualTo(real.body().get("error"));
    }
    assertThat(client.post("/v1/batches?dry_run=maybe", "[]").details()).contains("dry_run");
  }

  @Test
  void anExistingTaskIsAWarning() {
    String once = ",\"dedupe_strategy\":[{\"kind\":\"dry\",\"status\":\"Pending\"}]";
    String body = "[" + task("only", once) + "]";
    client.post("/v1/batches", body);
    String before = batches();
    JsonNode plan = client.post("/v1/batches?dry_run=true", body).body();
    assertThat(plan.get("warnings").toString()).contains("'only' would not be created");
    assertThat(batches()).isEqualTo(before);
    assertThat(client.post("/v1/batches?dry_run=true", "[]").body().get("levels").asInt()).isZero();
  }
}
