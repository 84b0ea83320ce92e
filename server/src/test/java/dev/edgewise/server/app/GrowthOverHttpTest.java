package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.house.Repository;
import dev.edgewise.server.testing.TestDatabase;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Tasks that are added to a batch while it runs, on two servers with one database. */
@Timeout(120)
class GrowthOverHttpTest {
  private static TestDatabase database;
  private static Client client;
  private static Client other;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of("MAX_TASKS_PER_BATCH", "500"));
    other = Client.start(database, Map.of("MAX_TASKS_PER_BATCH", "500"));
  }

  @AfterAll
  static void stop() {
    client.close();
    other.close();
    database.close();
  }

  private static Reply submit(String body) {
    Reply reply = client.post("/v1/batches", body.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply;
  }

  private static String batch(Reply reply) {
    return reply.body().get("batch_id").asString();
  }

  private static String task(Reply reply, String localId) {
    return reply.body().get("task_ids").get(localId).asString();
  }

  private static Reply add(Client to, String batch, String tasks, String... headers) {
    String body = "{\"tasks\":" + tasks.replace('\'', '"') + "}";
    return to.send("POST", "/v1/batches/" + batch + "/tasks", body, headers);
  }

  private static Reply added(String batch, String tasks) {
    Reply reply = add(client, batch, tasks);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply;
  }

  private static JsonNode claim(Client at, String kind) {
    JsonNode claimed =
        at.post(
                "/v1/work/claim",
                "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":1,\"wait_secs\":20}".formatted(kind))
            .body();
    assertThat(claimed).as("claimed of kind %s", kind).hasSize(1);
    return claimed.get(0);
  }

  private static void complete(Client at, JsonNode claimed, String outcome) {
    Reply reply =
        at.post(
            "/v1/work/complete",
            "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",%s}]"
                .formatted(
                    claimed.get("task_id").asString(),
                    claimed.get("delivery_token").asString(),
                    outcome.replace('\'', '"')));
    assertThat(reply.body().get(0).get("result").asString()).isEqualTo("ok");
  }

  private static void succeed(String kind, String result) {
    complete(client, claim(client, kind), "'status':'Success','result':" + result);
  }

  private static void fail(String kind) {
    complete(client, claim(client, kind), "'status':'Failure','failure_reason':'boom'");
  }

  private static JsonNode read(String task) {
    return client.get("/v1/tasks/" + task).body();
  }

  private static String status(String task) {
    return read(task).get("status").asString();
  }

  private static JsonNode ended(String batch) {
    JsonNode body = client.get("/v1/batches/" + batch + "?wait=30").body();
    assertThat(body.get("state").asString()).as(body.toString()).isNotEqualTo("running");
    return body;
  }

  private static String edges(String batch) {
    return client
        .get("/v1/batches/" + batch + "/edges?limit=1000")
        .body()
        .get("items")
        .valueStream()
        .map(edge ->
            edge.get("condition").asString() + " " + edge.get("resolution").asString("open"))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  @Test
  void aTaskBelowAnEndedTaskIsReadyAtOnceAndReadsItsResult() {
    Reply first =
        submit("[{'id':'a','name':'a','kind':'g1-a'},{'id':'b','name':'b','kind':'g1-b'}]");
    succeed("g1-a", "{\"n\":20}");
    Reply more =
        added(
            batch(first),
            """
            [{'id':'c','name':'c','kind':'g1-c','input':{'twice':'${a.n * 2}'}},
             {'id':'d','name':'d','kind':'g1-d',
              'dependencies':[{'id':'c','condition':'on_success'},{'id':'b','condition':'on_success'}]}]
            """);
    assertThat(more.body().get("batch_id").asString()).isEqualTo(batch(first));
    assertThat(more.body().get("task_ids").propertyNames()).containsExactly("c", "d");
    assertThat(status(task(more, "c"))).isEqualTo("Pending");
    assertThat(status(task(more, "d"))).isEqualTo("Waiting");
    assertThat(edges(batch(first)))
        .isEqualTo("on_success SUCCESS, on_success open, on_success open");
    JsonNode claimed = claim(client, "g1-c");
    assertThat(claimed.get("input").get("twice").asInt()).isEqualTo(40);
    complete(client, claimed, "'status':'Success'");
    succeed("g1-b", "1");
    succeed("g1-d", "1");
    JsonNode end = ended(batch(first));
    assertThat(end.get("total_tasks").asInt()).isEqualTo(4);
    assertThat(end.get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void theExampleOfTheGuideWorks() {
    Reply first =
        submit(
            "[{'id':'build','name':'n','kind':'g9-b'},{'id':'deploy','name':'n','kind':'g9-d'}]");
    succeed("g9-b", "\"v1\"");
    String guide = Repository.text(Repository.ROOT.resolve("docs/growth.md"));
    var example = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(example.find()).isTrue();
    Reply more = client.post("/v1/batches/" + batch(first) + "/tasks", example.group(1));
    assertThat(more.status()).as(more.raw().body()).isEqualTo(201);
    assertThat(status(task(more, "check"))).isEqualTo("Waiting");
    succeed("g9-d", "1");
    succeed("ops", "\"fine\"");
    JsonNode report = claim(client, "ops");
    assertThat(report.get("input").toString()).isEqualTo("{\"build\":\"v1\",\"check\":\"fine\"}");
    complete(client, report, "'status':'Success'");
    assertThat(ended(batch(first)).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void factsOfEveryOutcomeAreWrittenAtOnce() {
    Reply first =
        submit(
            """
            [{'id':'ok','name':'ok','kind':'g2-ok'},{'id':'bad','name':'bad','kind':'g2-bad'},
             {'id':'skip','name':'skip','kind':'g2-skip','dependencies':[{'id':'bad','condition':'on_success'}]},
             {'id':'gone','name':'gone','kind':'g2-gone'},{'id':'open','name':'open','kind':'g2-open'}]
            """);
    succeed("g2-ok", "1");
    fail("g2-bad");
    client.post("/v1/tasks/" + task(first, "gone") + "/cancel", "");
    Reply more =
        added(
            batch(first),
            """
            [{'id':'after-bad','name':'n','kind':'g2','dependencies':[{'id':'bad','condition':'on_failure'}]},
             {'id':'never','name':'n','kind':'g2','dependencies':[{'id':'bad','condition':'on_success'}]},
             {'id':'below-never','name':'n','kind':'g2','dependencies':[{'id':'never','condition':'always'}]},
             {'id':'after-gone','name':'n','kind':'g2','dependencies':[{'id':'gone','condition':'on_failure'}]},
             {'id':'after-skip','name':'n','kind':'g2','dependencies':[{'id':'skip','condition':['Skipped']}]},
             {'id':'any','name':'n','kind':'g2','join':'any',
              'dependencies':[{'id':'bad','condition':'on_success'},{'id':'ok','condition':'on_success'},
                              {'id':'open','condition':'on_success'}]},
             {'id':'all','name':'n','kind':'g2',
              'dependencies':[{'id':'ok','condition':'on_success'},{'id':'open','condition':'on_success'}]}]
            """);
    Map<String, String> states =
        Map.of(
            "after-bad", "Pending",
            "never", "Skipped",
            "below-never", "Pending",
            "after-gone", "Pending",
            "after-skip", "Pending",
            "any", "Pending",
            "all", "Waiting");
    states.forEach((id, state) -> assertThat(status(task(more, id))).as(id).isEqualTo(state));
    assertThat(client.post("/v1/batches/" + batch(first) + "/stop", "").status()).isEqualTo(200);
  }

  @Test
  void whatAServerRemembersOfABatchIsNotUsedAfterItGrewElsewhere() {
    Reply first =
        submit(
            """
            [{'id':'a','name':'a','kind':'g3-a'},
             {'id':'b','name':'b','kind':'g3-b','dependencies':[{'id':'a','condition':'on_success'}]},
             {'id':'x','name':'x','kind':'g3-x'}]
            """);
    JsonNode running = claim(client, "g3-a");
    JsonNode also = claim(other, "g3-x");
    Reply more =
        add(
            other,
            batch(first),
            """
            [{'id':'c','name':'c','kind':'g3-c','dependencies':[{'id':'a','condition':'on_success'}]},
             {'id':'e','name':'e','kind':'g3-e','dependencies':[{'id':'x','condition':'on_success'}]}]
            """);
    assertThat(more.status()).isEqualTo(201);
    complete(client, running, "'status':'Success'");
    complete(client, also, "'status':'Success'");
    assertThat(status(task(more, "c"))).isEqualTo("Pending");
    assertThat(status(task(more, "e"))).isEqualTo("Pending");
    for (String kind : new String[] {"g3-b", "g3-c", "g3-e"}) {
      complete(other, claim(other, kind), "'status':'Success'");
    }
    assertThat(ended(batch(first)).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void aRerunReachesWhatWasAdded() {
    Reply first =
        submit("[{'id':'a','name':'a','kind':'g4-a'},{'id':'z','name':'z','kind':'g4-z'}]");
    succeed("g4-a", "1");
    Reply more = added(batch(first), "[{'id':'b','name':'b','kind':'g4-b','input':{'a':'${a}'}}]");
    succeed("g4-b", "1");
    assertThat(client.post("/v1/tasks/" + task(first, "a") + "/rerun", "").status()).isEqualTo(202);
    assertThat(status(task(more, "b"))).isEqualTo("Waiting");
    succeed("g4-a", "7");
    JsonNode again = claim(client, "g4-b");
    assertThat(again.get("input").get("a").asInt()).isEqualTo(7);
    complete(client, again, "'status':'Success'");
    succeed("g4-z", "1");
    assertThat(ended(batch(first)).get("state").asString()).isEqualTo("succeeded");
  }

  @Test
  void inlineNodesSpreadsWaitsAndReturnsCanBeAdded() {
    Reply first =
        submit("[{'id':'a','name':'a','kind':'g5-a'},{'id':'z','name':'z','kind':'g5-z'}]");
    succeed("g5-a", "[1,2,3]");
    Reply more =
        added(
            batch(first),
            """
            [{'id':'sum','name':'sum','kind':'g5','let':'a.sum()'},
             {'id':'each','name':'each','kind':'g5-each','spread':'a','input':{'i':'${item}'}},
             {'id':'done','name':'done','kind':'g5','return':'[sum] + each'}]
            """);
    assertThat(status(task(more, "sum"))).isEqualTo("Success");
    for (int i = 0; i < 3; i++) {
      JsonNode item = claim(client, "g5-each");
      complete(
          client, item, "'status':'Success','result':" + item.get("input").get("i").asInt() * 10);
    }
    JsonNode end = ended(batch(first));
    assertThat(end.get("result").toString()).isEqualTo("[6,10,20,30]");
    assertThat(read(task(first, "z")).get("failure_reason").asString()).isEqualTo("Batch returned");
  }

  @Test
  void badGrowthsAreRefusedAndChangeNothing() {
    Reply first =
        submit(
            """
            [{'id':'a','name':'a','kind':'g6'},
             {'id':'s','name':'s','kind':'g6-s','spread':'[1, 2]'}]
            """);
    String id = batch(first);
    assertThat(add(client, id, "[{'id':'a','name':'n','kind':'k'}]").details())
        .isEqualTo("tasks: 'a' is already the id of a task of the batch");
    assertThat(
            add(client, id, "[{'id':'n','name':'n','kind':'k','dependencies':[{'id':'nobody'}]}]")
                .details())
        .isEqualTo("tasks[0].dependencies[0].id: no task has the id 'nobody'");
    assertThat(add(client, id, "[{'id':'n','name':'n','kind':'k','when':'nobody.x'}]").details())
        .contains("no task has the id 'nobody'");
    assertThat(
            add(client, id, "[{'id':'n','name':'n','kind':'k','dependencies':[{'id':'s[0]'}]}]")
                .details())
        .contains("'s[0]' is an item of a spread; name the spread instead");
    String cycle =
        "[{'id':'n','name':'n','kind':'k','dependencies':[{'id':'m'}]},"
            + "{'id':'m','name':'m','kind':'k','dependencies':[{'id':'n'}]}]";
    assertThat(add(client, id, cycle).details()).contains("cycle");
    String many =
        IntStream.range(0, 497)
            .mapToObj(i -> "{'id':'t%d','name':'n','kind':'k'}".formatted(i))
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(add(client, id, many).details()).contains("MAX_TASKS_PER_BATCH");
    assertThat(
            client.post("/v1/batches/" + id + "/tasks", "{\"tasks\":[],\"name\":\"n\"}").details())
        .contains("name");
    assertThat(add(client, UUID.randomUUID().toString(), "[]").status()).isEqualTo(404);
    assertThat(client.get("/v1/batches/" + id).body().get("total_tasks").asInt()).isEqualTo(4);
    client.post("/v1/batches/" + id + "/stop", "");
    Reply over = add(client, id, "[{'id':'n','name':'n','kind':'k'}]");
    assertThat(over.status()).isEqualTo(409);
    assertThat(over.body().get("detail").asString()).contains("The batch is over");
  }

  @Test
  void aRepeatedKeyGetsTheFirstAnswerAndAddsNothing() {
    Reply first = submit("[{'id':'a','name':'a','kind':'g7'}]");
    String tasks = "[{'id':'b','name':'b','kind':'g7','dependencies':[{'id':'a'}]}]";
    Reply one = add(client, batch(first), tasks, "Idempotency-Key", "grow-1");
    Reply two = add(other, batch(first), tasks, "Idempotency-Key", "grow-1");
    assertThat(one.status()).isEqualTo(201);
    assertThat(two.status()).isEqualTo(201);
    assertThat(two.body()).isEqualTo(one.body());
    Reply another = add(client, batch(first), "[]", "Idempotency-Key", "grow-1");
    assertThat(another.status()).isEqualTo(422);
    client.post("/v1/batches/" + batch(first) + "/stop", "");
    assertThat(add(client, batch(first), tasks, "Idempotency-Key", "grow-1").body())
        .isEqualTo(one.body());
  }

  @Test
  void manyGrowthsAtOnceOnTwoServersKeepEveryTaskAndEdge() throws Exception {
    Reply first = submit("[{'id':'root','name':'root','kind':'g8-root'}]");
    JsonNode root = claim(client, "g8-root");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var growths =
          IntStream.range(0, 40)
              .<Callable<Reply>>mapToObj(i ->
                  () ->
                      add(
                          i % 2 == 0 ? client : other,
                          batch(first),
                          """
                          [{'id':'t%d','name':'n','kind':'g8-t','dependencies':[{'id':'root','condition':'on_success'}]}]
                          """
                              .formatted(i)))
              .map(threads::submit)
              .toList();
      complete(other, root, "'status':'Success'");
      for (Future<Reply> growth : growths) {
        // The batch may end between two growths: then the rest is refused.
        assertThat(growth.get().status()).isIn(201, 409);
      }
      long accepted = 0;
      for (Future<Reply> growth : growths) {
        accepted += growth.get().status() == 201 ? 1 : 0;
      }
      for (long i = 0; i < accepted; i++) {
        complete(other, claim(i % 2 == 0 ? other : client, "g8-t"), "'status':'Success'");
      }
      JsonNode end = ended(batch(first));
      assertThat(end.get("status_counts").get("success").asLong()).isEqualTo(accepted + 1);
    }
  }
}
