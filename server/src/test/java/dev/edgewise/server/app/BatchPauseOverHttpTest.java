package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** The pause of a whole batch, with the batches that its tasks call. */
@Timeout(120)
class BatchPauseOverHttpTest {
  private static TestDatabase database;
  private static Client client;
  private static BatchSteps steps;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
    steps = new BatchSteps(client);
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static Reply act(String batch, String action) {
    return client.post("/v1/batches/" + batch + "/" + action, "");
  }

  private static boolean applied(String batch, String action) {
    Reply reply = act(batch, action);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    assertThat(reply.body().get("batch_id").asString()).isEqualTo(batch);
    assertThat(reply.body().get("paused").asBoolean()).isEqualTo(action.equals("pause"));
    return reply.body().get("applied").asBoolean();
  }

  private static String tasks(String kind) {
    return "{'id':'done','name':'done','kind':'%1$s-first','priority':9},{'id':'run','name':'run','kind':'%1$s'},{'id':'ready','name':'ready','kind':'%1$s'},"
            .formatted(kind)
        + "{'id':'alone','name':'alone','kind':'%1$s-alone'},{'id':'sum','name':'sum','kind':'k','let':'1','dependencies':[{'id':'run','condition':'always'},{'id':'ready','condition':'always'}]}"
            .formatted(kind);
  }

  @Test
  void resumeUndoesExactlyWhatThePauseDid() {
    String batch = steps.submit("[" + tasks("exact") + "]");
    steps.complete(steps.claim("exact-first", 1).get(0), "'status':'Success'");
    JsonNode running = steps.claim("exact", 1).get(0);
    String name = running.get("name").asString();
    String other = name.equals("run") ? "ready" : "run";
    steps.act(batch, "alone", "pause");
    assertThat(steps.batch(batch).get("paused").asBoolean()).isFalse();

    assertThat(applied(batch, "pause")).isTrue();
    assertThat(applied(batch, "pause")).isFalse();
    assertThat(steps.batch(batch).get("paused").asBoolean()).isTrue();
    assertThat(steps.batch(batch).get("state").asString()).isEqualTo("running");
    assertThat(steps.states(batch))
        .isEqualTo("alone Paused, done Success, ready Paused, run Paused, sum Paused");
    Reply single = steps.act(batch, "run", "resume");
    assertThat(single.status()).isEqualTo(409);
    assertThat(single.body().get("detail").asString()).contains("resume the batch");

    assertThat(applied(batch, "resume")).isTrue();
    assertThat(act(batch, "resume").status()).isEqualTo(409);
    assertThat(steps.status(batch, name)).isEqualTo("Running");
    assertThat(steps.status(batch, other)).isEqualTo("Pending");
    assertThat(steps.status(batch, "alone")).isEqualTo("Paused");
    assertThat(steps.status(batch, "sum")).isEqualTo("Waiting");
    steps.complete(running, "'status':'Success'");
    steps.complete(steps.claim("exact", 1).get(0), "'status':'Success'");
    assertThat(steps.act(batch, "alone", "resume").status()).isEqualTo(200);
    steps.complete(steps.claim("exact-alone", 1).get(0), "'status':'Success'");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
    assertThat(act(batch, "pause").status()).isEqualTo(409);
    assertThat(client.get("/v1/audit?action=batch.pause&target=" + batch).raw().body())
        .contains("anonymous");
  }

  @Test
  void aBatchWhoseTasksAreAllPausedCanBePausedToo() {
    String batch = steps.submit("[{'id':'a','name':'a','kind':'k'}]");
    steps.act(batch, "a", "pause");
    assertThat(applied(batch, "pause")).isTrue();
    assertThat(steps.batch(batch).get("paused").asBoolean()).isTrue();
    assertThat(applied(batch, "resume")).isTrue();
    assertThat(steps.status(batch, "a")).isEqualTo("Paused");
    act(batch, "stop");
  }

  @Test
  void nothingIsClaimedOrEndsWhileABatchIsPaused() {
    String batch =
        steps.submit(
            "[{'id':'a','name':'a','kind':'held'},{'id':'w','name':'w','wait':{'for':'PT0.2S'}},{'id':'s','name':'s','kind':'held','spread':'[1,2]'}]");
    applied(batch, "pause");
    assertThat(
            client
                .post(
                    "/v1/work/claim",
                    "{\"worker\":\"w\",\"kinds\":[\"held\"],\"max\":9,\"wait_secs\":1}")
                .body())
        .isEmpty();
    assertThat(steps.states(batch))
        .isEqualTo("a Paused, s Paused, s[0] Paused, s[1] Paused, w Paused");
    applied(batch, "resume");
    steps.awaitStatus(batch, "w", "Success");
    for (JsonNode claimed : steps.claim("held", 3)) {
      steps.complete(claimed, "'status':'Success'");
    }
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void aRerunInAPausedBatchIsPausedAndOneOfAStoppedBatchIsNot() {
    String batch =
        steps.submit(
            "[{'id':'a','name':'a','kind':'k','let':'1'},{'id':'b','name':'b','kind':'later'}]");
    applied(batch, "pause");
    steps.act(batch, "a", "rerun");
    assertThat(steps.states(batch)).isEqualTo("a Paused, b Paused");
    act(batch, "stop");
    assertThat(steps.batch(batch).get("paused").asBoolean()).isFalse();
    assertThat(act(batch, "rerun").status()).isEqualTo(202);
    assertThat(steps.batch(batch).get("paused").asBoolean()).isFalse();
    assertThat(steps.states(batch)).isEqualTo("a Success, b Pending");
    act(batch, "stop");
  }

  @Test
  void tasksThatAreAddedToAPausedBatchArePausedWithIt() {
    String batch = steps.submit("[{'id':'a','name':'a','kind':'grown'}]");
    applied(batch, "pause");
    Reply grown =
        steps.post(
            "/v1/batches/" + batch + "/tasks",
            "{'tasks':[{'id':'b','name':'b','kind':'grown','deadline':'PT0.3S'},{'id':'c','name':'c','kind':'grown','dependencies':[{'id':'a'}]},"
                + "{'id':'w','name':'w','wait':{'for':'PT0.1S'}}]}");
    assertThat(grown.status()).as(grown.raw().body()).isEqualTo(201);
    assertThat(steps.states(batch)).isEqualTo("a Paused, b Paused, c Paused, w Paused");
    assertThat(
            client
                .post(
                    "/v1/work/claim",
                    "{\"worker\":\"w\",\"kinds\":[\"grown\"],\"max\":9,\"wait_secs\":1}")
                .body())
        .isEmpty();
    applied(batch, "resume");
    steps.awaitStatus(batch, "w", "Success");
    steps.awaitStatus(batch, "b", "Failure");
    steps.complete(steps.claim("grown", 1).get(0), "'status':'Success'");
    steps.complete(steps.claim("grown", 1).get(0), "'status':'Success'");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("failed");
  }

  @Test
  void thePauseReachesTheBatchesThatItsTasksCall() {
    client.send(
        "PUT",
        "/v1/workflows/inner",
        "{\"tasks\":[{\"id\":\"do\",\"name\":\"do\",\"kind\":\"inner\"}],\"output\":\"do\"}");
    client.send(
        "PUT",
        "/v1/workflows/outer",
        "{\"tasks\":[{\"id\":\"c\",\"name\":\"c\",\"call\":{\"workflow\":\"inner\"}}]}");
    String batch = steps.submit("[{'id':'c','name':'c','call':{'workflow':'outer'}}]");
    String outer = childOf(batch);
    String inner = childOf(outer);
    applied(batch, "pause");
    await().untilAsserted(() -> assertThat(steps.states(inner)).contains("do Paused"));
    assertThat(steps.batch(inner).get("paused").asBoolean()).isTrue();
    assertThat(steps.batch(outer).get("paused").asBoolean()).isTrue();
    applied(batch, "resume");
    await().untilAsserted(() -> assertThat(steps.states(inner)).contains("do Pending"));
    assertThat(steps.batch(outer).get("paused").asBoolean()).isFalse();

    steps.act(batch, "c", "pause");
    await().untilAsserted(() -> assertThat(steps.states(inner)).contains("do Paused"));
    steps.act(batch, "c", "resume");
    await().untilAsserted(() -> assertThat(steps.states(inner)).contains("do Pending"));
    steps.complete(steps.claim("inner", 1).get(0), "'status':'Success','result':4");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
  }

  private static String childOf(String batch) {
    return await()
        .until(() -> steps.task(batch, "c").get("child_batch_id"), child -> !child.isNull())
        .asString();
  }
}
