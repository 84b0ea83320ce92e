package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Joins and lists of outcomes, as a client sees them. */
@Timeout(120)
class JoinsOverHttpTest {
  private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);

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

  private static String states(String batch) {
    return client
        .get("/dag/" + batch)
        .body()
        .get("tasks")
        .valueStream()
        .map(task -> task.get("name").asString() + " " + task.get("status").asString())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String submit(String body) {
    Reply reply = client.post("/task", body.replace('\'', '"'));
    assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
    return reply.raw().headers().firstValue("X-Batch-ID").orElseThrow();
  }

  private static JsonNode claim(String kind) {
    return client
        .post("/work/claim", "{\"worker\":\"w\",\"kinds\":[\"%s\"],\"max\":10}".formatted(kind))
        .body();
  }

  private static void succeed(JsonNode claimed) {
    client.post(
        "/work/complete",
        "[{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}]"
            .formatted(
                claimed.get("task_id").asString(), claimed.get("delivery_token").asString()));
  }

  @Test
  void theExamplesOfTheGuideDoWhatItSays() {
    String guide = Repository.text(Repository.ROOT.resolve("docs/joins.md"));
    List<String> ends = new ArrayList<>();
    EXAMPLE
        .matcher(guide)
        .results()
        .forEach(example -> {
          Reply reply = client.post("/task", example.group(1));
          assertThat(reply.status()).as(reply.raw().body()).isEqualTo(201);
          ends.add(states(reply.raw().headers().firstValue("X-Batch-ID").orElseThrow()));
        });
    assertThat(ends)
        .containsExactly(
            "Ask east Success, Ask west Success, Book Success",
            "Publish Success, Replica a Success, Replica b Success, Replica c Success",
            "Check Success, Deploy Success, Migrate Skipped");
  }

  @Test
  void aTaskStartsAtTheSecondOfThreeAndTheThirdIsADeadEnd() {
    String batch =
        submit(
            """
            [{'id':'a','name':'a','kind':'j1'},{'id':'b','name':'b','kind':'j1'},{'id':'c','name':'c','kind':'j1'},
             {'id':'j','name':'j','kind':'j2','join':2,'dependencies':[{'id':'a','condition':'on_success'},
              {'id':'b','condition':['Success','Skipped']},{'id':'c'}]}]\
            """);
    JsonNode claimed = claim("j1");
    succeed(claimed.get(0));
    String join = client.get("/dag/" + batch).body().get("tasks").get(3).get("id").asString();
    assertThat(client.get("/task/" + join + "/explain").raw().body())
        .contains("It needs 2 of its 3 dependencies, of which 1 is satisfied.")
        .contains("b (Success or Skipped, Running)");
    succeed(claimed.get(1));
    assertThat(states(batch)).isEqualTo("a Success, b Success, c Running, j Pending");
    succeed(claim("j2").get(0));
    assertThat(states(batch)).isEqualTo("a Success, b Success, c Canceled, j Success");

    String edges = client.get("/batch/" + batch + "/edges").raw().body();
    assertThat(edges)
        .contains("\"condition\":\"on_success\"")
        .contains("\"condition\":[\"Success\",\"Skipped\"]")
        .contains("\"condition\":\"always\"")
        .contains("\"resolution\":\"CANCELLED\"");
    assertThat(client.get("/task/" + join).body().at("/dependencies/1/condition").toString())
        .isEqualTo("[\"Success\",\"Skipped\"]");
  }

  @Test
  void aJoinOrConditionThatMakesNoSenseIsRefused() {
    assertThat(refusal("'join':2,'dependencies':[{'id':'a'}]"))
        .isEqualTo("tasks[1].join: needs 2 satisfied dependencies, but the task has 1");
    assertThat(refusal("'join':'any'"))
        .isEqualTo("tasks[1].join: needs 1 satisfied dependency, but the task has 0");
    assertThat(refusal("'join':'some','dependencies':[{'id':'a'}]"))
        .startsWith("tasks[1].join: must be one of all, any");
    assertThat(refusal("'join':0,'dependencies':[{'id':'a'}]"))
        .startsWith("tasks[1].join: must be a whole number");
    assertThat(refusal("'dependencies':[{'id':'a','condition':[]}]"))
        .startsWith("tasks[1].dependencies[0].condition: must name at least one of Success");
    assertThat(refusal("'dependencies':[{'id':'a','condition':['Success','Success']}]"))
        .isEqualTo("tasks[1].dependencies[0].condition[1]: is named twice");
    assertThat(refusal("'dependencies':[{'id':'a','condition':['Running']}]"))
        .startsWith("tasks[1].dependencies[0].condition[0]: must be one of Success, Failure");
  }

  private static String refusal(String members) {
    String task = "{'id':'b','name':'b','kind':'k'," + members + "}";
    return client
        .post("/task", ("[{'id':'a','name':'a','kind':'k'}," + task + "]").replace('\'', '"'))
        .details();
  }
}
