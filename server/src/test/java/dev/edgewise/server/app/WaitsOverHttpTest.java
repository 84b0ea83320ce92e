package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tasks that wait for a time, as a client sees them, and what is common to all waits. */
@Timeout(120)
class WaitsOverHttpTest {
  private static TestDatabase database;
  private static Client client;
  private static Receiver receiver;
  private static BatchSteps steps;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    receiver = Receiver.start();
    client =
        Client.start(
            database,
            Map.of(
                "--webhook-allowed-hosts",
                "127.0.0.1",
                "--webhook-max-deliveries",
                "1",
                "--retry-loop-interval-ms",
                "200"));
    steps = new BatchSteps(client);
  }

  @AfterAll
  static void stop() {
    client.close();
    receiver.close();
    database.close();
  }

  @Test
  void aWaitForATimeSucceedsWhenItIsOver() {
    String batch =
        steps.submit(
            "[{'id':'w','name':'w','wait':{'for':'PT0.4S'}},{'id':'a','name':'a','kind':'k','let':'w','dependencies':[{'id':'w'}]}]");
    JsonNode running = steps.task(batch, "w");
    assertThat(running.get("status").asString()).isEqualTo("Running");
    assertThat(running.at("/waiting_for/form").asString()).isEqualTo("for");
    assertThat(running.get("wait").toString()).isEqualTo("{\"for\":\"PT0.4S\"}");
    assertThat(running.at("/waiting_for/due_at").isNull()).isFalse();
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
    JsonNode task = steps.task(batch, "w");
    assertThat(task.get("waiting_for").isNull()).isTrue();
    assertThat(task.get("result").isNull()).isTrue();
    assertThat(
            Duration.between(
                Instant.parse(task.get("started_at").asString()),
                Instant.parse(task.get("ended_at").asString())))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400));
  }

  @Test
  void timesMayBeExpressions() {
    String batch =
        steps.submit(
            "{'inputs':{'pause':'PT0.1S','at':'2020-01-01T00:00:00Z'},'tasks':["
                + "{'id':'f','name':'f','wait':{'for':'${inputs.pause}'}},"
                + "{'id':'u','name':'u','wait':{'until':'${inputs.at}'}},"
                + "{'id':'bad','name':'bad','wait':{'for':'${inputs.at}'}}]}");
    steps.ended(batch);
    assertThat(steps.states(batch)).isEqualTo("bad Failure, f Success, u Success");
    assertThat(steps.task(batch, "bad").get("failure_reason").asString())
        .isEqualTo(
            "wait.for: must be an ISO 8601 duration of at most 3650 days, not"
                + " \"2020-01-01T00:00:00Z\"");
  }

  @Test
  void aWaitThatTakesTooLongFailsAndMayBeRetried() {
    String batch =
        steps.submit(
            "[{'id':'w','name':'w','wait':{'signal':{'name':'never'},'timeout':'PT0.2S'},"
                + "'retry':{'max_retries':1,'initial_delay_secs':1,'retry_on':['timeout']}},"
                + "{'id':'x','name':'x','wait':{'signal':{'name':'never'},'timeout':'PT0.2S'},"
                + "'retry':{'max_retries':1,'initial_delay_secs':1,'retry_on':['explicit']}}]");
    steps.awaitStatus(batch, "w", "RetryPending");
    assertThat(steps.task(batch, "w").get("failure_reason").asString()).isEqualTo("Wait timed out");
    steps.ended(batch);
    assertThat(steps.task(batch, "w").get("failure_reason").asString()).isEqualTo("Wait timed out");
    assertThat(steps.task(batch, "w").get("attempt").asInt()).isEqualTo(1);
    assertThat(steps.task(batch, "x").get("attempt").asInt()).isZero();
    assertThat(steps.task(batch, "x").get("status").asString()).isEqualTo("Failure");
  }

  @Test
  void aWaitHoldsNoSlotAndHasNoInactivityTimeout() {
    String rule =
        "'rules':[{'type':'Concurrency','matcher':{'kind':'slot','status':'Running','fields':[]},'max_concurrency':1}]";
    String batch =
        steps.submit(
            "[{'id':'w','name':'w','kind':'slot','timeout':1,"
                + rule
                + ",'wait':{'signal':{'name':'go'}}},{'id':'a','name':'a','kind':'slot',"
                + rule
                + "}]");
    assertThat(steps.status(batch, "w")).isEqualTo("Running");
    steps.complete(steps.claim("slot", 1).get(0), "'status':'Success'");
    Instant begun = Instant.parse(steps.task(batch, "w").get("started_at").asString());
    await().until(() -> Instant.now().isAfter(begun.plusMillis(1500)));
    assertThat(steps.status(batch, "w")).isEqualTo("Running");
    steps.post("/v1/batches/" + batch + "/signals/go", "{}");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void itsStartIsCalledOnceTheWaitBeginsAndItsAnswerEndsNothing() {
    receiver.answering(call ->
        call.uri().getPath().equals("/broken")
            ? Receiver.Answer.of(500)
            : Receiver.Answer.of(200, "{\"status\":\"Failure\",\"failure_reason\":\"ignored\"}"));
    String batch =
        steps.submit(
            "[{'id':'p','name':'p','kind':'before'},"
                + "{'id':'w','name':'w','wait':{'signal':{'name':'go'}},'dependencies':[{'id':'p'}],'on_start':"
                + receiver.action("/fine")
                + "},{'id':'b','name':'b','wait':{'signal':{'name':'go'}},'on_start':"
                + receiver.action("/broken")
                + "}]");
    await().until(() -> called("/broken") == 1);
    assertThat(called("/fine")).isZero();
    steps.complete(steps.claim("before", 1).get(0), "'status':'Success'");
    await().until(() -> called("/fine") == 1);
    Receiver.Received call =
        receiver.calls().stream()
            .filter(each -> each.uri().getPath().equals("/fine"))
            .findFirst()
            .orElseThrow();
    assertThat(call.trigger()).isEqualTo("start");
    assertThat(call.key()).isEqualTo(steps.id(batch, "w") + ":start");
    await()
        .until(() ->
            database
                .text(
                    "select count(*) from webhook_execution where status <> 'pending' and batch_id"
                        + " = '"
                        + batch
                        + "'")
                .equals("2"));
    assertThat(steps.states(batch)).isEqualTo("b Running, p Success, w Running");
    String dead = "/v1/deliveries/" + steps.id(batch, "b") + ":start/replay";
    assertThat(client.post(dead, "").status()).isEqualTo(202);
    await().until(() -> called("/broken") == 2);
    steps.post("/v1/batches/" + batch + "/signals/go", "{'data':1}");
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
  }

  private static long called(String path) {
    return receiver.calls().stream().filter(call -> call.uri().getPath().equals(path)).count();
  }

  @Test
  void aPauseStopsTheClocksButMovesNoPointInTime() {
    String until = Instant.now().plusMillis(1200).toString();
    String batch =
        steps.submit(
            "[{'id':'f','name':'f','wait':{'for':'PT0.6S'}},"
                + "{'id':'t','name':'t','wait':{'signal':{'name':'s'},'timeout':'PT0.6S'}},"
                + "{'id':'u','name':'u','wait':{'until':'"
                + until
                + "','timeout':'PT0.6S'}}]");
    for (String name : List.of("f", "t", "u")) {
      assertThat(steps.act(batch, name, "pause").status()).isEqualTo(200);
    }
    await().until(() -> Instant.now().isAfter(Instant.parse(until).plusMillis(100)));
    assertThat(steps.states(batch)).isEqualTo("f Paused, t Paused, u Paused");
    assertThat(steps.task(batch, "f").at("/waiting_for/due_at").isNull()).isTrue();
    Instant resumed = Instant.now();
    for (String name : List.of("f", "t", "u")) {
      assertThat(steps.act(batch, name, "resume").status()).isEqualTo(200);
    }
    steps.ended(batch);
    assertThat(steps.states(batch)).isEqualTo("f Success, t Failure, u Success");
    assertThat(Instant.parse(steps.task(batch, "f").get("ended_at").asString()))
        .isAfter(resumed.plusMillis(100));
  }

  @Test
  void cancelStopAndRerunEndAWait() {
    receiver.answering(_ -> Receiver.Answer.of(200));
    String batch =
        steps.submit(
            "[{'id':'c','name':'c','wait':{'for':'PT1H'},'on_cancel':["
                + receiver.action("/canceled")
                + "]},{'id':'s','name':'s','wait':{'for':'PT1H'}},"
                + "{'id':'r','name':'r','wait':{'signal':{'name':'again'}}}]");
    steps.post("/v1/batches/" + batch + "/signals/again", "{'data':1}");
    steps.awaitStatus(batch, "r", "Success");
    assertThat(steps.act(batch, "c", "cancel").status()).isEqualTo(200);
    await().until(() -> called("/canceled") == 1);
    assertThat(steps.act(batch, "r", "rerun").status()).isEqualTo(202);
    assertThat(steps.states(batch)).isEqualTo("c Canceled, r Running, s Running");
    steps.post("/v1/batches/" + batch + "/signals/again", "{'data':2}");
    steps.awaitStatus(batch, "r", "Success");
    assertThat(steps.task(batch, "r").get("result").asInt()).isEqualTo(2);
    client.post("/v1/batches/" + batch + "/stop", "");
    assertThat(steps.states(batch)).isEqualTo("c Canceled, r Success, s Canceled");
    assertThat(database.text("select count(*) from wait where batch_id = '" + batch + "'"))
        .isEqualTo("0");
  }

  @Test
  void theItemsOfASpreadWaitEachForThemselves() {
    String batch =
        steps.submit(
            "[{'id':'s','name':'s','spread':'[1,2]','wait':{'signal':{'name':'done-${item}'}}}]");
    steps.post("/v1/batches/" + batch + "/signals/done-2", "{'data':'B'}");
    steps.awaitStatus(batch, "s[1]", "Success");
    assertThat(steps.status(batch, "s[0]")).isEqualTo("Running");
    steps.post("/v1/batches/" + batch + "/signals/done-1", "{'data':'A'}");
    steps.ended(batch);
    assertThat(steps.task(batch, "s").get("result").toString()).isEqualTo("[\"A\",\"B\"]");
  }

  @Test
  void anExecutorMayEndAWaitByItsHandle() {
    String batch = steps.submit("[{'id':'w','name':'w','wait':{'for':'PT1H'}}]");
    assertThat(
            client
                .patch("/v1/tasks/" + steps.id(batch, "w"), "{\"status\":\"Success\",\"result\":3}")
                .status())
        .isEqualTo(200);
    assertThat(steps.ended(batch).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(steps.refusal("'wait':{}"))
        .isEqualTo("tasks[0].wait: must have exactly one of for, until, signal, approval");
    assertThat(steps.refusal("'wait':{'for':'PT1S','until':'2020-01-01T00:00:00Z'}"))
        .isEqualTo("tasks[0].wait: must have exactly one of for, until, signal, approval");
    assertThat(steps.refusal("'wait':{'for':'soon'}"))
        .isEqualTo(
            "tasks[0].wait.for: must be an ISO 8601 duration of at most 3650 days, not 'soon'");
    assertThat(steps.refusal("'wait':{'signal':{}}"))
        .isEqualTo("tasks[0].wait.signal.name: is required");
    assertThat(steps.refusal("'wait':{'signal':{'name':'s'}},'input':{}"))
        .isEqualTo("tasks[0].input: cannot be given together with wait");
    assertThat(steps.refusal("'wait':{'for':'PT1S'},'spread':'[1]','spread_parallel':1"))
        .isEqualTo("tasks[0].spread_parallel: cannot be given together with wait");
    assertThat(
            steps.refusal(
                "'wait':{'signal':{'name':'s'}},'on_start':{'kind':'Webhook','params':{'url':'http://127.0.0.1/${approval.url}','verb':'Post'}}"))
        .isEqualTo(
            "tasks[0].on_start.params.url: ${approval.url}: column 1: no task has the id"
                + " 'approval'");
  }
}
