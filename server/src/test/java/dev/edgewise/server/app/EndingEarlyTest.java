package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Returns, deadlines, and failures that end a batch or the items of a spread. */
@Timeout(120)
class EndingEarlyTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```json\n(.*?)```\n+Result: `(.*?)`, state `(.*?)`", Pattern.DOTALL);

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

  /** The tasks of a batch by name, each with its status and the reason. */
  private static String states(String batch) {
    return client
        .get("/v1/batches/" + batch + "/tasks?limit=1000")
        .body()
        .get("items")
        .valueStream()
        .map(task -> client.get("/v1/tasks/" + task.get("id").asString()).body())
        .map(task ->
            task.get("name").asString()
                + " "
                + task.get("status").asString()
                + (task.get("failure_reason").isNull()
                    ? ""
                    : " (" + task.get("failure_reason").asString() + ")"))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static JsonNode claim(String kind, int max) {
    return client
        .post(
            "/v1/work/claim",
            "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":30}"
                .formatted(kind, max))
        .body();
  }

  private static void complete(JsonNode claimed, String outcome) {
    client.post(
        "/v1/work/complete",
        "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",%s}]"
            .formatted(
                claimed.get("task_id").asString(),
                claimed.get("delivery_token").asString(),
                outcome.replace('\'', '"')));
  }

  private static void succeed(JsonNode claimed) {
    complete(claimed, "'status':'Success','result':" + claimed.get("input").get("i"));
  }

  private static void fail(JsonNode claimed) {
    complete(claimed, "'status':'Failure','failure_reason':'boom'");
  }

  @Test
  void theExamplesOfTheGuideEndAsItSays() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/ending-early.md"));
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    EXAMPLE
        .matcher(guide)
        .results()
        .forEach(example -> {
          expected.add(example.group(2) + " " + example.group(3));
          Reply reply = client.post("/v1/batches", example.group(1));
          JsonNode end = ended(reply.body().get("batch_id").asString());
          actual.add(end.get("result") + " " + end.get("state").asString());
        });
    assertThat(expected).hasSize(3);
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void aReturnReplacesAnOutputAndCancelsTheRest() {
    String batch =
        submit(
            "[{'id':'a','name':'a','kind':'ret'},{'id':'o','name':'o','kind':'k','output':'1'},{'id':'b','name':'b','kind':'never'},{'id':'r','name':'r','kind':'k','return':'a"
                + " + 1'},"
                + "{'id':'c','name':'c','kind':'k','let':'1','dependencies':[{'id':'b','condition':'always'}]}]");
    JsonNode claimed = claim("ret", 1).get(0);
    complete(claimed, "'status':'Success','result':41");
    JsonNode end = ended(batch);
    assertThat(end.get("state").asString()).isEqualTo("succeeded");
    assertThat(end.get("result").asInt()).isEqualTo(42);
    assertThat(states(batch))
        .isEqualTo(
            "a Success, b Canceled (Batch returned), c Canceled (Batch returned), o Success, r"
                + " Success");
    assertThat(client.get("/v1/batches/" + batch + "/edges").body().get("items").valueStream())
        .allSatisfy(edge -> assertThat(edge.get("satisfied").isNull()).isFalse());
  }

  @Test
  void aFailureThatAChildTakesUpDoesNotStopTheBatch() {
    String batch =
        submit(
            "{'on_task_failure':'stop','tasks':[{'id':'a','name':'a','kind':'k','let':'1/0'},"
                + "{'id':'b','name':'b','kind':'k','let':'1','dependencies':[{'id':'a','condition':'on_failure'}]},"
                + "{'id':'w','name':'w','kind':'stops'}]}");
    succeed(claim("stops", 1).get(0));
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(states(batch)).endsWith("b Success, w Success");
  }

  @Test
  void aFailureThatIsRetriedStopsTheBatchOnlyInTheEnd() {
    String batch =
        submit(
            "{'on_task_failure':'stop','tasks':[{'id':'a','name':'a','kind':'retried','retry':{'max_retries':1,'initial_delay_secs':1}},"
                + "{'id':'w','name':'w','kind':'never'}]}");
    fail(claim("retried", 1).get(0));
    assertThat(states(batch)).isEqualTo("a RetryPending (boom), w Pending");
    fail(claim("retried", 1).get(0));
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(states(batch)).isEqualTo("a Failure (boom), w Canceled (Batch failed: a)");
  }

  @Test
  void aDeadlineIncludesRetriesAndStandsStillWhileTheTaskIsPaused() {
    String batch =
        submit(
            "[{'id':'a','name':'a','kind':'due','deadline':'PT2S','retry':{'max_retries':5,'initial_delay_secs':60,'max_delay_secs':60}},"
                + "{'id':'p','name':'p','kind':'due-paused','deadline':'PT0.5S'}]");
    String paused =
        client
            .get("/v1/batches/" + batch + "/tasks")
            .body()
            .get("items")
            .valueStream()
            .filter(task -> task.get("name").asString().equals("p"))
            .findFirst()
            .orElseThrow()
            .get("id")
            .asString();
    client.post("/v1/tasks/" + paused + "/pause", "");
    fail(claim("due", 1).get(0));
    await()
        .untilAsserted(() -> assertThat(states(batch)).contains("a Failure (Deadline exceeded)"));
    assertThat(states(batch)).contains("p Paused");
    client.post("/v1/tasks/" + paused + "/resume", "");
    ended(batch);
    assertThat(states(batch))
        .isEqualTo("a Failure (Deadline exceeded), p Failure (Deadline exceeded)");
  }

  @Test
  void theDeadlineOfABatchCancelsTheRest() {
    String batch =
        submit(
            "{'deadline':'PT1S','tasks':[{'id':'a','name':'a','kind':'in-time','input':{'i':1}},{'id':'b','name':'b','kind':'never'}]}");
    succeed(claim("in-time", 1).get(0));
    JsonNode end = ended(batch);
    assertThat(end.get("state").asString()).isEqualTo("failed");
    assertThat(end.get("deadline").asString()).isEqualTo("PT1S");
    assertThat(states(batch)).isEqualTo("a Success, b Canceled (Batch deadline exceeded)");
  }

  private static String spread(String kind, String members) {
    return submit(
        "[{'id':'s','name':'s','kind':'%s','spread':'[0,1,2,3]','input':{'i':'${item}'},%s}]"
            .formatted(kind, members));
  }

  @Test
  void aSpreadSucceedsWithEnoughItemsAndTheFailedOnesAreNull() {
    String batch = spread("enough", "'spread_min_success':'75%'");
    JsonNode items = claim("enough", 4);
    fail(items.get(1));
    succeed(items.get(0));
    succeed(items.get(2));
    assertThat(state(batch)).isEqualTo("running");
    succeed(items.get(3));
    JsonNode end = ended(batch);
    assertThat(end.get("state").asString()).isEqualTo("succeeded");
    assertThat(result(batch)).isEqualTo("[0,null,2,3]");
  }

  private static String state(String batch) {
    return client.get("/v1/batches/" + batch).body().get("state").asString();
  }

  private static String result(String batch) {
    JsonNode listed =
        client
            .get("/v1/batches/" + batch + "/tasks")
            .body()
            .get("items")
            .valueStream()
            .filter(task -> task.get("name").asString().equals("s"))
            .findFirst()
            .orElseThrow();
    return client.get("/v1/tasks/" + listed.get("id").asString()).body().get("result").toString();
  }

  @Test
  void aSpreadWithTooFewSuccessesSaysHowManyItNeeded() {
    String batch = spread("too-few", "'spread_min_success':3");
    JsonNode items = claim("too-few", 4);
    fail(items.get(1));
    fail(items.get(2));
    succeed(items.get(0));
    succeed(items.get(3));
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(states(batch))
        .contains(
            "s Failure (2 of 4 items succeeded, but 3 are needed. Spread item 1 failed: boom)");
  }

  @Test
  void theFirstFailedItemCancelsTheOthersWhenAskedTo() {
    String batch = spread("fast", "'spread_errors':'fail_fast'");
    fail(claim("fast", 4).get(2));
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(states(batch))
        .isEqualTo(
            "s Failure (Spread item 2 failed: boom), s[0] Canceled (Another item failed), s[1]"
                + " Canceled (Another item failed), s[2] Failure (boom), s[3] Canceled (Another"
                + " item failed)");
  }

  @Test
  void failFastWithAMinimumEndsOnceItCannotBeReached() {
    String batch = spread("fast-min", "'spread_errors':'fail_fast','spread_min_success':3");
    JsonNode items = claim("fast-min", 4);
    fail(items.get(0));
    assertThat(state(batch)).isEqualTo("running");
    fail(items.get(1));
    assertThat(ended(batch).get("state").asString()).isEqualTo("failed");
    assertThat(states(batch)).contains("s[2] Canceled (Another item failed)");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(refusal("'deadline':'soon'"))
        .isEqualTo(
            "tasks[0].deadline: must be an ISO 8601 duration from PT0.001S to 3650 days, not"
                + " 'soon'");
    assertThat(refusal("'return':'1','output':'2'"))
        .isEqualTo("tasks[0].return: cannot be given together with output");
    assertThat(refusal("'spread_min_success':1"))
        .isEqualTo("tasks[0].spread_min_success: needs spread");
    assertThat(refusal("'spread':'[1]','spread_min_success':'101%'"))
        .startsWith("tasks[0].spread_min_success: must be a whole number, or a percentage");
    assertThat(client.post("/v1/batches", "{\"on_task_failure\":\"halt\",\"tasks\":[]}").details())
        .startsWith("on_task_failure: must be one of continue, stop");
  }

  private static String refusal(String members) {
    return client
        .post(
            "/v1/batches",
            ("[{'id':'a','name':'a','kind':'k'," + members + "}]").replace('\'', '"'))
        .details();
  }
}
