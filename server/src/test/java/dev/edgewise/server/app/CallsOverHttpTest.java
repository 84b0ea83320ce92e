package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tasks that call workflows, as a client sees them. */
@Timeout(120)
class CallsOverHttpTest {
  private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
  private static final Pattern RESULT = Pattern.compile("^Result: `(.*)`$", Pattern.MULTILINE);

  private static TestDatabase database;
  private static Client client;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
    // One task that a worker does, and whose result is that of the workflow.
    workflow(
        "work",
        "{'inputs':{'n':{'default':1}},'tasks':[{'id':'do','name':'Do','kind':'called'}],'output':'do'}");
    workflow("self", "{'tasks':[{'id':'down','name':'Down','call':{'workflow':'self'}}]}");
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static void workflow(String name, String definition) {
    Reply reply = client.send("PUT", "/v1/workflows/" + name, definition.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
  }

  private static String submit(String body) {
    Reply reply = client.post("/v1/batches", body.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.body().get("batch_id").asString();
  }

  private static JsonNode ended(String batch) {
    JsonNode body = client.get("/v1/batches/" + batch + "?wait=30").body();
    assertThat(body.get("state").asString()).as(body.toString()).isNotEqualTo("running");
    return body;
  }

  private static List<JsonNode> tasks(String batch) {
    return client
        .get("/v1/batches/" + batch + "/tasks?limit=1000")
        .body()
        .get("items")
        .valueStream()
        .toList();
  }

  private static JsonNode task(String batch, String name) {
    JsonNode listed =
        tasks(batch).stream()
            .filter(each -> each.get("name").asString().equals(name))
            .findFirst()
            .orElseThrow();
    return client.get("/v1/tasks/" + listed.get("id").asString()).body();
  }

  private static JsonNode claim(int max) {
    return client
        .post(
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"called\"],\"max\":%d,\"wait_secs\":30}".formatted(max))
        .body();
  }

  private static void complete(JsonNode claimed, String outcome) {
    Reply reply =
        client.post(
            "/v1/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",%s}]"
                .formatted(
                    claimed.get("task_id").asString(),
                    claimed.get("delivery_token").asString(),
                    outcome.replace('\'', '"')));
    assertThat(reply.raw().body()).contains("\"ok\"");
  }

  private static String state(String batch) {
    return client.get("/v1/batches/" + batch).body().get("state").asString();
  }

  private static void awaitState(String batch, String state) {
    await().untilAsserted(() -> assertThat(state(batch)).isEqualTo(state));
  }

  private static String childOf(String batch, String name) {
    return await()
        .until(() -> task(batch, name).get("child_batch_id"), child -> !child.isNull())
        .asString();
  }

  @Test
  void theExamplesOfTheGuideGiveTheResultsThatItNames() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/sub-workflows.md"));
    List<String> examples = EXAMPLE.matcher(guide).results().map(found -> found.group(1)).toList();
    List<String> results =
        RESULT.matcher(guide).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(examples).hasSize(3);
    workflow("price", examples.getFirst());
    List<String> actual = new ArrayList<>();
    for (String example : examples.subList(1, examples.size())) {
      Reply reply = client.post("/v1/batches", example);
      assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
      actual.add(ended(reply.body().get("batch_id").asString()).get("result").toString());
    }
    assertThat(actual).isEqualTo(results);
  }

  @Test
  void taskAndChildNameEachOther() {
    String batch = submit("[{'id':'c','name':'c','call':{'workflow':'work','inputs':{'n':7}}}]");
    JsonNode claimed = claim(1).get(0);
    String child = childOf(batch, "c");
    assertThat(claimed.get("batch_id").asString()).isEqualTo(child);
    JsonNode view = client.get("/v1/batches/" + child).body();
    assertThat(view.get("parent_task_id")).isEqualTo(task(batch, "c").get("id"));
    assertThat(view.at("/inputs/n").asInt()).isEqualTo(7);
    assertThat(view.at("/workflow/name").asString()).isEqualTo("work");
    assertThat(task(batch, "c").get("status").asString()).isEqualTo("Running");
    complete(claimed, "'status':'Success','result':{'v':1}");
    assertThat(ended(batch).get("state").asString()).isEqualTo("succeeded");
    assertThat(task(batch, "c").get("result").toString()).isEqualTo("{\"v\":1}");
  }

  @Test
  void aFailedChildFailsItsTaskAndARetryStartsAnother() {
    String batch =
        submit(
            "[{'id':'c','name':'c','call':{'workflow':'work'},'retry':{'max_retries':1,'initial_delay_secs':1}}]");
    JsonNode first = claim(1).get(0);
    complete(first, "'status':'Failure','failure_reason':'no ink'");
    JsonNode second = claim(1).get(0);
    assertThat(second.get("batch_id")).isNotEqualTo(first.get("batch_id"));
    assertThat(childOf(batch, "c")).isEqualTo(second.get("batch_id").asString());
    complete(second, "'status':'Failure','failure_reason':'no paper'");
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(task(batch, "c").get("failure_reason").asString())
        .isEqualTo("Workflow work failed: Do: no paper");
  }

  @Test
  void theEndOfTheTaskStopsItsChildAndACanceledChildFailsItsTask() {
    String canceled = submit("[{'id':'c','name':'c','call':{'workflow':'work'}}]");
    String stopped = submit("[{'id':'c','name':'c','call':{'workflow':'work'}}]");
    String late = submit("[{'id':'c','name':'c','deadline':'PT0.5S','call':{'workflow':'work'}}]");
    String other = submit("[{'id':'c','name':'c','call':{'workflow':'work'}}]");
    List<String> children =
        List.of(childOf(canceled, "c"), childOf(stopped, "c"), childOf(late, "c"));
    client.post("/v1/tasks/" + task(canceled, "c").get("id").asString() + "/cancel", "");
    client.post("/v1/batches/" + stopped + "/stop", "");
    for (String child : children) {
      awaitState(child, "canceled");
    }
    assertThat(task(late, "c").get("failure_reason").asString()).isEqualTo("Deadline exceeded");

    client.post("/v1/batches/" + childOf(other, "c") + "/stop", "");
    assertThat(ended(other).get("state").asString()).isEqualTo("failed");
    assertThat(task(other, "c").get("failure_reason").asString())
        .isEqualTo("Workflow work failed: Do: Batch stopped");
  }

  @Test
  void callsThatCannotStartFailWithTheReason() {
    String unknown = submit("[{'id':'c','name':'c','call':{'workflow':'nowhere'}}]");
    assertThat(ended(unknown).get("state").asString()).isEqualTo("failed");
    assertThat(task(unknown, "c").get("failure_reason").asString())
        .isEqualTo("Workflow nowhere failed: There is no workflow 'nowhere'.");
    String refused = submit("[{'id':'c','name':'c','call':{'workflow':'work','inputs':{'m':1}}}]");
    ended(refused);
    assertThat(task(refused, "c").get("failure_reason").asString())
        .startsWith("Workflow work failed: inputs");
    String evaluated =
        submit("[{'id':'c','name':'c','call':{'workflow':'work','inputs':{'n':'${1/0}'}}}]");
    ended(evaluated);
    assertThat(task(evaluated, "c").get("failure_reason").asString())
        .isEqualTo("call.inputs.n: ${1/0}: column 2: / by zero");
  }

  @Test
  void aWorkflowThatCallsItselfEndsAtTheDepthLimit() {
    String batch = submit("[{'id':'c','name':'c','call':{'workflow':'self'}}]");
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(task(batch, "c").get("failure_reason").asString())
        .startsWith("Workflow self failed: Down: Workflow self failed: Down: ")
        .endsWith("calls are nested more than 10 levels deep (CALL_DEPTH_MAX)");
    assertThat(database.text("select count(*) from batch where metadata ->> 'workflow' = 'self'"))
        .isEqualTo("10");
  }

  @Test
  void aBoundedSpreadRunsSoManyChildrenAtOnce() {
    String batch =
        submit(
            "[{'id':'s','name':'s','spread':'[1,2,3,4,5]','spread_parallel':2,'call':{'workflow':'work','inputs':{'n':'${item}'}}}]");
    List<Integer> seen = new ArrayList<>();
    while (seen.size() < 5) {
      JsonNode claimed = claim(1);
      String open =
          "select count(*) from batch where parent_batch = '"
              + batch
              + "' and completed_at is null";
      assertThat(Integer.parseInt(database.text(open))).isBetween(1, 2);
      String child = claimed.get(0).get("batch_id").asString();
      int n = client.get("/v1/batches/" + child).body().at("/inputs/n").asInt();
      seen.add(n);
      complete(claimed.get(0), "'status':'Success','result':" + n);
    }
    assertThat(ended(batch).get("state").asString()).isEqualTo("succeeded");
    assertThat(task(batch, "s").get("result").toString()).isEqualTo("[1,2,3,4,5]");
    assertThat(seen).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(refusal("'call':{}")).isEqualTo("tasks[0].call.workflow: is required");
    assertThat(refusal("'call':{'workflow':'w','verison':1}"))
        .contains("tasks[0].call.verison: unknown field")
        .contains("version");
    assertThat(refusal("'call':{'workflow':'w'},'let':'1'"))
        .isEqualTo("tasks[0].call: cannot be given together with let");
    assertThat(refusal("'call':{'workflow':'w','inputs':[1]}"))
        .startsWith("tasks[0].call.inputs: must be");
  }

  private static String refusal(String members) {
    return client
        .post(
            "/v1/batches",
            ("[{'id':'a','name':'a','kind':'k'," + members + "}]").replace('\'', '"'))
        .details();
  }
}
