package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What explanations and metrics say about waits, calls and skipped tasks. */
@Timeout(120)
class FlowReadsOverHttpTest {
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

  private static JsonNode explained(String batch, String name) {
    return client.get("/v1/tasks/" + steps.id(batch, name) + "/explain").body();
  }

  @Test
  void anExplanationSaysInWordsWhatAWaitWaitsFor() {
    String batch =
        steps.submit(
            "[{'id':'u','name':'u','wait':{'until':'2100-01-01T00:00:00Z'}},"
                + "{'id':'s','name':'s','wait':{'signal':{'name':'paid','key':'7'}}},"
                + "{'id':'a','name':'a','wait':{'approval':{'title':'Ship it?'}}}]");
    assertThat(steps.reasons(batch, "u")).containsExactly("It waits until 2100-01-01T00:00:00Z.");
    assertThat(steps.reasons(batch, "s"))
        .containsExactly(
            "It waits for the signal 'paid' to the batch, or to the workspace with the key '7'.");
    assertThat(steps.reasons(batch, "a"))
        .containsExactly("It waits for somebody to approve 'Ship it?'.");
    assertThat(explained(batch, "s").at("/waiting_for/name").asString()).isEqualTo("paid");
    steps.act(batch, "s", "pause");
    assertThat(steps.reasons(batch, "s")).hasSize(2).first().asString().contains("was Running");
    client.post("/v1/batches/" + batch + "/stop", "");
  }

  @Test
  void anExplanationOfACallPointsIntoTheChildBatch() {
    client.send(
        "PUT",
        "/v1/workflows/pointed",
        "{\"tasks\":[{\"id\":\"x\",\"name\":\"x\",\"kind\":\"k\",\"let\":\"1\"},"
            + "{\"id\":\"do\",\"name\":\"Do\",\"kind\":\"pointed\"}]}");
    String batch = steps.submit("[{'id':'c','name':'c','call':{'workflow':'pointed'}}]");
    String child =
        await()
            .until(() -> explained(batch, "c").get("child_batch_id"), found -> !found.isNull())
            .asString();
    assertThat(child).isEqualTo(steps.task(batch, "c").get("child_batch_id").asString());
    assertThat(steps.reasons(batch, "c"))
        .containsExactly(
            "It runs the workflow 'pointed' as batch " + child + ": 1 of 2 tasks have ended.",
            "That batch waits for Do (Pending).");
    await()
        .untilAsserted(() ->
            assertThat(scraped("edgewise_calls_open")).anyMatch(line -> line.endsWith(" 1.0")));
    client.post("/v1/batches/" + batch + "/stop", "");
  }

  @Test
  void anExplanationOfASkippedTaskNamesTheRootOfTheChain() {
    String batch =
        steps.submit(
            "[{'id':'a','name':'a','kind':'k','let':'1/0'},{'id':'b','name':'b','kind':'k','dependencies':[{'id':'a','condition':'on_success'}]},"
                + "{'id':'c','name':'c','kind':'k','dependencies':[{'id':'b','condition':'on_success'}]},"
                + "{'id':'d','name':'d','kind':'k','dependencies':[{'id':'c','condition':'on_success'}]}]");
    steps.ended(batch);
    JsonNode cause = explained(batch, "d").get("cause");
    assertThat(cause.get("task_id").asString()).isEqualTo(steps.id(batch, "a"));
    assertThat(cause.get("status").asString()).isEqualTo("Failure");
    assertThat(steps.reasons(batch, "d"))
        .contains(
            "It began with a, which is Failure: " + cause.get("failure_reason").asString() + ".");
    assertThat(explained(batch, "b").at("/cause/name").asString()).isEqualTo("a");
    assertThat(steps.reasons(batch, "b")).noneMatch(reason -> reason.startsWith("It began"));
    assertThat(explained(batch, "a").get("cause").isNull()).isTrue();
  }

  @Test
  void metricsCountWaitsSignalsApprovalsAndMissedDeadlines() {
    String batch =
        steps.submit(
            "[{'id':'f','name':'f','wait':{'for':'PT1H'}},{'id':'u','name':'u','wait':{'until':'2100-01-01T00:00:00Z'}},"
                + "{'id':'s','name':'s','wait':{'signal':{'name':'x'}}},{'id':'a','name':'a','wait':{'approval':{}}},"
                + "{'id':'d','name':'d','kind':'never','deadline':'PT0.1S'}]");
    steps.post("/v1/batches/" + batch + "/signals/y", "{}");
    steps.awaitStatus(batch, "d", "Failure");
    for (String kind : List.of("for", "until", "signal", "approval")) {
      await()
          .untilAsserted(() ->
              assertThat(scraped("edgewise_waits_open"))
                  .anyMatch(
                      line -> line.contains("kind=\"" + kind + "\"") && line.endsWith(" 1.0")));
    }
    assertThat(scraped("edgewise_signals_buffered")).anyMatch(line -> line.endsWith(" 1.0"));
    assertThat(scraped("edgewise_approvals_waiting")).anyMatch(line -> line.endsWith(" 1.0"));
    assertThat(scraped("edgewise_deadlines_missed_total")).anyMatch(line -> line.endsWith(" 1.0"));
    client.post("/v1/batches/" + batch + "/stop", "");
    await()
        .untilAsserted(() ->
            assertThat(scraped("edgewise_signals_buffered"))
                .allMatch(line -> line.endsWith(" 0.0")));
  }

  private static List<String> scraped(String name) {
    return client
        .get("/metrics")
        .raw()
        .body()
        .lines()
        .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
        .toList();
  }
}
