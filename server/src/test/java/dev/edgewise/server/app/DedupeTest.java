package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tasks that are not created because there is one already. */
class DedupeTest {
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

  private static Reply post(String tasks) {
    return client.post("/task", tasks.replace('\'', '"'));
  }

  private static List<String> submit(String tasks) {
    Reply reply = post(tasks);
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    List<String> ids = new ArrayList<>();
    reply.body().forEach(task -> ids.add(task.get("id").asString()));
    return ids;
  }

  /** A task that is not wanted beside a Pending one of its kind with the same values. */
  private static String once(String id, String kind, String metadata, String fields) {
    return """
    {'id':'%s','name':'%s','kind':'%s','metadata':%s,
     'dedupe_strategy':[{'kind':'%s','status':'Pending','fields':%s}]}\
    """
        .formatted(id, id, kind, metadata, kind, fields);
  }

  private static String other(String kind) {
    return "{'id':'other','name':'other','kind':'%s'}".formatted(kind + "-other");
  }

  private static List<String> created(String kind, String metadata, String fields) {
    return submit("[" + once("a", kind, metadata, fields) + "," + other(kind) + "]");
  }

  @Test
  void anExistingTaskWithEqualValuesKeepsTheNewOneFromBeingCreated() {
    created("equal", "{'order':1,'note':'x'}", "['order']");
    assertThat(created("equal", "{'order':1,'note':'y'}", "['order']")).hasSize(1);
    assertThat(created("equal", "{'order':2}", "['order']")).hasSize(2);
    assertThat(created("equal", "{'order':'1'}", "['order']")).hasSize(2);
    assertThat(created("equal", "{'order':[1]}", "['order']")).hasSize(2);
  }

  @Test
  void equalMeansTheWholeValueAndNotAPartOfIt() {
    created("whole", "{'tags':['a','b'],'at':{'x':1,'y':2}}", "['tags','at']");
    assertThat(created("whole", "{'tags':['a'],'at':{'x':1,'y':2}}", "['tags','at']")).hasSize(2);
    assertThat(created("whole", "{'tags':['a','b'],'at':{'x':1}}", "['tags','at']")).hasSize(2);
    assertThat(created("whole", "{'at':{'y':2,'x':1},'tags':['a','b']}", "['tags','at']"))
        .hasSize(1);
  }

  @Test
  void numbersAreComparedToTheirLastDigit() {
    created("number", "{'n':12345678901234567890.5}", "['n']");
    assertThat(created("number", "{'n':12345678901234567890.5}", "['n']")).hasSize(1);
    assertThat(created("number", "{'n':12345678901234567890.6}", "['n']")).hasSize(2);
    assertThat(created("number", "{'n':12345678901234567890.50}", "['n']")).hasSize(1);
    assertThat(
            submit(
                "["
                    + once("a", "digit", "{'n':12345678901234567890.5}", "['n']")
                    + ","
                    + once("b", "digit", "{'n':12345678901234567890.6}", "['n']")
                    + "]"))
        .hasSize(2);
  }

  @Test
  void aNumberIsTheSameHoweverItIsWrittenWithinARequestToo() {
    created("written", "{'n':{'deep':[1]}}", "['n']");
    assertThat(created("written", "{'n':{'deep':[1.0]}}", "['n']")).hasSize(1);
    assertThat(
            submit(
                "["
                    + once("a", "form", "{'n':{'deep':[1]}}", "['n']")
                    + ","
                    + once("b", "form", "{'n':{'deep':[1.0]}}", "['n']")
                    + ","
                    + once("c", "form", "{'n':{'deep':[10e-1]}}", "['n']")
                    + ","
                    + once("d", "form", "{'n':{'deep':['1']}}", "['n']")
                    + "]"))
        .hasSize(2);
  }

  @Test
  void aFieldThatBothLackIsEqualAndOneThatOneLacksIsNot() {
    created("lacks", "{'a':1}", "['a','b']");
    assertThat(created("lacks", "{'a':1,'c':3}", "['a','b']")).hasSize(1);
    assertThat(created("lacks", "{'a':1,'b':2}", "['a','b']")).hasSize(2);
    assertThat(created("lacks", "null", "['b']")).hasSize(1);
    assertThat(created("lacks", "{'b':null}", "['b']")).hasSize(2);
  }

  @Test
  void withoutFieldsKindAndStatusAreEnough() {
    created("bare", "{'a':1}", "[]");
    assertThat(created("bare", "null", "[]")).hasSize(1);
  }

  @Test
  void anyTaskOfTheKindCountsNotOnlyTheFirstOfItsBatch() {
    submit(
        """
        [{'id':'x','name':'x','kind':'deep-x'},
         {'id':'waits','name':'w','kind':'deep','dependencies':[{'id':'x'}]},
         {'id':'stands','name':'s','kind':'deep'},
         {'id':'waits-too','name':'w','kind':'deep','dependencies':[{'id':'x'}]}]\
        """);
    assertThat(created("deep", "null", "[]")).hasSize(1);
  }

  @Test
  void anEndedTaskCountsIfTheMatcherNamesItsStatus() {
    List<String> first = submit("[{'id':'a','name':'a','kind':'ended'}]");
    String wish =
        "[{'id':'a','name':'a','kind':'ended','dedupe_strategy':[{'kind':'ended','status':'Canceled'}]}]";
    assertThat(submit(wish)).hasSize(1);
    client.send("DELETE", "/task/" + first.getFirst(), "");
    assertThat(post(wish).status()).isEqualTo(204);
  }

  @Test
  void anotherStatusOrKindDoesNotCount() {
    List<String> first = created("moved", "{'a':1}", "['a']");
    client.send("DELETE", "/task/" + first.getFirst(), "");
    assertThat(created("moved", "{'a':1}", "['a']")).hasSize(2);
    assertThat(created("moved-2", "{'a':1}", "['a']")).hasSize(2);
  }

  @Test
  void aSubmissionWithoutATaskToCreateIs204() {
    created("all", "{'a':1}", "['a']");
    Reply reply = post("[" + once("a", "all", "{'a':1}", "['a']") + "]");
    assertThat(reply.status()).isEqualTo(204);
  }

  @Test
  void aDependencyOnADeduplicatedTaskBecomesOneOnTheExistingTask() {
    List<String> first = created("tied", "{'a':1}", "['a']");
    List<String> second =
        submit(
            "["
                + once("a", "tied", "{'a':1}", "['a']")
                + ",{'id':'b','name':'b','kind':'tied-b','dependencies':[{'id':'a'}]}]");
    assertThat(second).hasSize(1);
    JsonNode edges = client.get("/batch/" + batch(second.getFirst()) + "/edges").body();
    assertThat(edges).hasSize(1);
    assertThat(edges.get(0).get("parent_id").asString()).isEqualTo(first.getFirst());
    assertThat(edges.get(0).get("child_id").asString()).isEqualTo(second.getFirst());
  }

  private static String batch(String task) {
    return client.get("/task/" + task).body().get("batch_id").asString();
  }

  @Test
  void ofEqualTasksInARequestTheFirstIsCreatedAndReplacesTheOthers() {
    List<String> ids =
        submit(
            "["
                + once("a", "twice", "{'a':1}", "['a']")
                + ","
                + once("b", "twice", "{'a':1}", "['a']")
                + ","
                + once("c", "twice", "{'a':2}", "['a']")
                + ",{'id':'d','name':'d','kind':'twice-d','dependencies':[{'id':'b'}]}]");
    assertThat(ids).hasSize(3);
    JsonNode edges = client.get("/batch/" + batch(ids.getFirst()) + "/edges").body();
    assertThat(edges).hasSize(1);
    assertThat(edges.get(0).get("parent_id").asString()).isEqualTo(ids.getFirst());
  }

  @Test
  void oneOfManyEqualRequestsAtTheSameMomentCreatesTheTask() {
    String body = "[" + once("a", "race", "{'a':1}", "['a']") + "]";
    List<CompletableFuture<Reply>> replies =
        IntStream.range(0, 12)
            .mapToObj(_ -> CompletableFuture.supplyAsync(() -> post(body)))
            .toList();
    assertThat(replies.stream().map(reply -> reply.join().status()))
        .containsOnly(201, 204)
        .containsOnlyOnce(201);
  }

  @Test
  void thousandsOfTasksOfOneRequestAreDeduplicated() {
    StringBuilder tasks = new StringBuilder("[");
    for (int i = 0; i < 4_000; i++) {
      tasks
          .append(i == 0 ? "" : ",")
          .append(once("t" + i, "many", "{'a':%d}".formatted(i / 2), "['a']"));
    }
    assertThat(submit(tasks.append("]").toString())).hasSize(2_000);
  }
}
