package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signals to batches and workspaces, as a client sees them. */
@Timeout(120)
class SignalsOverHttpTest {
  private static TestDatabase database;
  private static Client client;
  private static BatchSteps steps;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("--signal-ttl-secs", "2"));
    steps = new BatchSteps(client);
  }

  @AfterAll
  static void stop() {
    client.close();
    database.close();
  }

  private static String answer(String path, String body) {
    Reply reply = steps.post(path, body);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(200);
    return "%s %s %s"
        .formatted(
            reply.body().get("delivered").asInt(),
            reply.body().get("buffered").asBoolean() ? "buffered" : "-",
            reply.body().get("duplicate").asBoolean() ? "duplicate" : "-");
  }

  private static String toBatch(String batch, String name, String body) {
    return answer("/v1/batches/" + batch + "/signals/" + name, body);
  }

  private static String toWorkspace(String name, String body) {
    return answer("/v1/signals/" + name, body);
  }

  private static String wait(String id, String signal) {
    return "{'id':'%1$s','name':'%1$s','wait':{'signal':{%2$s}}}".formatted(id, signal);
  }

  private static String result(String batch, String name) {
    return steps.task(batch, name).get("result").toString();
  }

  @Test
  void theExamplesOfTheGuideGiveTheResultsThatItNames() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/signals.md"));
    List<String> examples = found(guide, "(?s)```json\n(.*?)```");
    List<String> results = found(guide, "(?m)^Result: `(.*)`$");
    assertThat(examples).hasSize(3);
    String cooling = steps.submitAsIs(examples.get(0));
    String order = steps.submitAsIs(examples.get(1));
    assertThat(client.post("/v1/signals/paid", examples.get(2)).raw().body())
        .isEqualTo(found(guide, "(?m)^Answer: `(.*)`$").getFirst());
    assertThat(
            List.of(
                steps.ended(cooling).get("result").toString(),
                steps.ended(order).get("result").toString()))
        .isEqualTo(results);
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void aSignalEndsEveryWaitOfItsNameInTheBatch() {
    String batch =
        steps.submit(
            "["
                + String.join(
                    ",",
                    wait("a", "'name':'go'"),
                    wait("b", "'name':'go','key':'k1'"),
                    wait("c", "'name':'other'"))
                + "]");
    assertThat(steps.task(batch, "b").get("waiting_for").toString())
        .contains("\"form\":\"signal\"", "\"name\":\"go\"", "\"key\":\"k1\"");
    assertThat(toBatch(batch, "go", "{'data':{'v':[1,null]}}")).isEqualTo("2 - -");
    steps.awaitStatus(batch, "a", "Success");
    steps.awaitStatus(batch, "b", "Success");
    assertThat(result(batch, "a")).isEqualTo("{\"v\":[1,null]}");
    assertThat(result(batch, "b")).isEqualTo("{\"v\":[1,null]}");
    assertThat(steps.status(batch, "c")).isEqualTo("Running");
    assertThat(toBatch(batch, "other", "")).isEqualTo("1 - -");
    steps.ended(batch);
    assertThat(result(batch, "c")).isEqualTo("null");
  }

  @Test
  void theNextWaitsTakeKeptSignalsTheOldestFirst() {
    String batch =
        steps.submit(
            "[{'id':'p','name':'p','kind':'first'},"
                + "{'id':'a','name':'a','wait':{'signal':{'name':'go'}},'dependencies':[{'id':'p'}]},"
                + "{'id':'b','name':'b','wait':{'signal':{'name':'go'}},'dependencies':[{'id':'p'}]},"
                + "{'id':'c','name':'c','wait':{'signal':{'name':'go'}},'dependencies':[{'id':'a'}]}]");
    for (int i = 1; i <= 3; i++) {
      assertThat(toBatch(batch, "go", "{'data':" + i + "}")).isEqualTo("0 buffered -");
    }
    steps.complete(steps.claim("first", 1).get(0), "'status':'Success'");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
    assertThat(List.of(result(batch, "a"), result(batch, "b"), result(batch, "c")))
        .containsExactly("1", "2", "3");
    assertThat(database.text("select count(*) from signal where batch_id = '" + batch + "'"))
        .isEqualTo("0");
  }

  @Test
  void anIdCountsOncePerBatchAndName() {
    String batch =
        steps.submit("[" + wait("a", "'name':'go'") + "," + wait("b", "'name':'other'") + "]");
    assertThat(toBatch(batch, "later", "{'id':'1'}")).isEqualTo("0 buffered -");
    assertThat(toBatch(batch, "later", "{'id':'1'}")).isEqualTo("0 - duplicate");
    assertThat(toBatch(batch, "go", "{'id':'1','data':'first'}")).isEqualTo("1 - -");
    assertThat(toBatch(batch, "go", "{'id':'1','data':'second'}")).isEqualTo("0 - duplicate");
    steps.awaitStatus(batch, "a", "Success");
    assertThat(result(batch, "a")).isEqualTo("\"first\"");
    assertThat(toBatch(batch, "other", "{'id':'1'}")).isEqualTo("1 - -");
    steps.ended(batch);

    String path = "/v1/batches/" + batch + "/signals/other";
    assertThat(answer(path, "{'id':'1'}")).isEqualTo("0 - duplicate");
    Reply late = steps.post(path, "{'id':'2'}");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body().get("detail").asString()).startsWith("The batch is over");
    assertThat(steps.post(path, "{}").status()).isEqualTo(409);
  }

  @Test
  void aSignalToTheWorkspaceFindsWaitsByNameAndKeyInEveryBatch() {
    String one =
        steps.submit(
            "{'inputs':{'order':4711,'name':'paid'},'tasks':["
                + wait("a", "'name':'${inputs.name}','key':'order-${inputs.order}'")
                + "]}");
    String two = steps.submit("[" + wait("b", "'name':'paid','key':'order-4711'") + "]");
    String three = steps.submit("[" + wait("c", "'name':'paid','key':'order-1'") + "]");
    String four = steps.submit("[" + wait("d", "'name':'paid'") + "]");
    assertThat(toWorkspace("paid", "{'key':'order-4711','data':{'eur':5},'id':'x'}"))
        .isEqualTo("2 - -");
    assertThat(toWorkspace("paid", "{'key':'order-4711','id':'x'}")).isEqualTo("0 - duplicate");
    assertThat(steps.ended(one).get("state").asString()).isEqualTo("succeeded");
    steps.ended(two);
    assertThat(result(two, "b")).isEqualTo("{\"eur\":5}");
    assertThat(toWorkspace("paid", "{'key':'order-1','id':'x'}")).isEqualTo("1 - -");
    steps.ended(three);
    assertThat(steps.status(four, "d")).isEqualTo("Running");
    toBatch(four, "paid", "{}");
    steps.ended(four);
  }

  @Test
  void aSignalToTheWorkspaceIsKeptForAWhile() {
    assertThat(toWorkspace("kept", "{'key':'k','data':1}")).isEqualTo("0 buffered -");
    String batch = steps.submit("[" + wait("a", "'name':'kept','key':'k'") + "]");
    steps.ended(batch);
    assertThat(result(batch, "a")).isEqualTo("1");

    assertThat(toWorkspace("kept", "{'key':'old','data':1,'id':'i'}")).isEqualTo("0 buffered -");
    await()
        .until(() ->
            database
                .text("select count(*) from signal where expires_at > now() and key = 'old'")
                .equals("0"));
    String late = steps.submit("[" + wait("a", "'name':'kept','key':'old'") + "]");
    assertThat(steps.status(late, "a")).isEqualTo("Running");
    assertThat(toWorkspace("kept", "{'key':'old','data':2}")).isEqualTo("1 - -");
    steps.ended(late);
    assertThat(result(late, "a")).isEqualTo("2");
  }

  @Test
  void aPausedWaitKeepsItsSignalUntilItIsResumed() {
    String batch = steps.submit("[" + wait("a", "'name':'go'") + "]");
    steps.act(batch, "a", "pause");
    assertThat(toBatch(batch, "go", "{'data':1}")).isEqualTo("1 - -");
    assertThat(toBatch(batch, "go", "{'data':2}")).isEqualTo("0 buffered -");
    assertThat(steps.status(batch, "a")).isEqualTo("Paused");
    steps.act(batch, "a", "resume");
    steps.ended(batch);
    assertThat(result(batch, "a")).isEqualTo("1");
  }

  @Test
  void aSignalThatMeetsTheBeginningOfItsWaitIsNeverLost() throws Exception {
    int pairs = 60;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> batches = new ArrayList<>();
      List<Future<String>> signals = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        String key = "race-" + i;
        batches.add(
            threads.submit(
                () -> steps.submit("[" + wait("a", "'name':'race','key':'" + key + "'") + "]")));
        signals.add(threads.submit(() -> toWorkspace("race", "{'key':'" + key + "'}")));
      }
      for (int i = 0; i < pairs; i++) {
        assertThat(signals.get(i).get()).isIn("1 - -", "0 buffered -");
        assertThat(steps.ended(batches.get(i).get()).get("state").asString())
            .isEqualTo("succeeded");
      }
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    String batch = steps.submit("[" + wait("a", "'name':'go'") + "]");
    String path = "/v1/batches/" + batch + "/signals/";
    assertThat(steps.post(path + "x".repeat(201), "{}").details())
        .isEqualTo("name: must have 1 to 200 bytes");
    assertThat(steps.post(path + "go", "{'id':''}").details())
        .isEqualTo("id: must have 1 to 200 bytes");
    assertThat(steps.post(path + "go", "{'key':'k'}").details()).contains("key");
    assertThat(steps.post("/v1/signals/go", "{'data':1}").details()).isEqualTo("key: is required");
    assertThat(steps.post("/v1/signals/go", "{'key':''}").details())
        .isEqualTo("key: must have 1 to 500 bytes");
    assertThat(
            steps
                .post("/v1/batches/00000000-0000-7000-8000-000000000000/signals/go", "{}")
                .status())
        .isEqualTo(404);
    assertThat(steps.status(batch, "a")).isEqualTo("Running");
    client.post("/v1/batches/" + batch + "/stop", "");
  }

  @Test
  void whatWaitsAndSignalsLeaveBehindGoesWithTheirBatch() {
    Map<String, String> soon =
        Map.of(
            "--retention-enabled",
            "1",
            "--retention-days",
            "0.000001",
            "--retention-cleanup-interval-secs",
            "1",
            "--signal-ttl-secs",
            "1");
    try (TestDatabase own = TestDatabase.open();
        Client server = Client.start(own, soon)) {
      BatchSteps there = new BatchSteps(server);
      String batch = there.submit("[" + wait("a", "'name':'go'") + "]");
      there.post("/v1/batches/" + batch + "/signals/kept", "{'id':'1'}");
      there.post("/v1/signals/kept", "{'key':'k','id':'1'}");
      there.post("/v1/batches/" + batch + "/signals/go", "{'id':'1'}");
      await()
          .until(() ->
              own.text(
                      "select (select count(*) from batch) + (select count(*) from signal)"
                          + " + (select count(*) from signal_id) + (select count(*) from wait)")
                  .equals("0"));
    }
  }

  @Test
  void signalsStayInTheirWorkspaceAndNeedTheScopeSubmit() {
    try (KeyedServer keyed = new KeyedServer()) {
      String waiting = "[" + wait("a", "'name':'go','key':'k'") + "]";
      Reply submitted =
          keyed.send(keyed.submitter, "POST", "/v1/batches", waiting.replace('\'', '"'));
      String batch = submitted.body().get("batch_id").asString();
      String signal = "{\"key\":\"k\"}";
      Reply foreign =
          keyed.client.send(
              "POST",
              "/v1/signals/go",
              signal,
              "Authorization",
              "Bearer " + keyed.admin,
              "X-Workspace",
              "acme/blue");
      assertThat(foreign.body().get("buffered").asBoolean()).isTrue();
      Reply other =
          keyed.client.send(
              "POST",
              "/v1/batches/" + batch + "/signals/go",
              "{}",
              "Authorization",
              "Bearer " + keyed.admin,
              "X-Workspace",
              "acme/blue");
      assertThat(other.status()).isEqualTo(404);
      for (String key : List.of(keyed.reader, keyed.worker, keyed.key(Scope.OPERATE))) {
        assertThat(keyed.send(key, "POST", "/v1/signals/go", signal).status()).isEqualTo(403);
      }
      Reply own = keyed.send(keyed.submitter, "POST", "/v1/signals/go", signal);
      assertThat(own.body().get("delivered").asInt()).isEqualTo(1);
    }
  }
}
