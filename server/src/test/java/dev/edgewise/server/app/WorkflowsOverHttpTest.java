package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Client.Reply;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workflows in versions, and runs of them that are started once. */
class WorkflowsOverHttpTest {
  private static final String GREETING =
      """
      {"inputs": {"who": {}, "greeting": {"default": "Hello"}},
       "tasks": [{"id": "text", "name": "Text", "kind": "inline", "let": "inputs.greeting + ' ' + inputs.who"}],
       "output": "{'said': text}"}
      """;

  private static TestDatabase database;
  private static Client client;
  private static Client other;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    client = Client.start(database, Map.of());
    other = Client.start(database, Map.of());
  }

  @AfterAll
  static void stop() {
    client.close();
    other.close();
    database.close();
  }

  private static Reply put(String name, String definition) {
    return client.send("PUT", "/workflow/" + name, definition);
  }

  private static Reply run(String name, String request) {
    return client.post("/workflow/" + name + "/run", request);
  }

  private static JsonNode batch(Reply run) {
    return client.get("/batch/" + run.body().get("batch_id").asString()).body();
  }

  @Test
  void theSameContentIsTheSameVersion() {
    String one =
        "{\"tasks\": [{\"id\": \"a\", \"name\": \"a\", \"kind\": \"k\", \"metadata\": 1}]}";
    String reordered =
        "{ \"tasks\":[{\"kind\":\"k\",\"metadata\":1,\"name\":\"a\",\"id\":\"a\"}] }";

    Reply first = put("versions", one);
    assertThat(first.status()).isEqualTo(201);
    assertThat(first.body().get("version").asInt()).isOne();
    Reply same = put("versions", reordered);
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.body()).isEqualTo(first.body());
    Reply changed = put("versions", one.replace(": 1", ": 1.0"));
    assertThat(changed.status()).isEqualTo(201);
    assertThat(changed.body().get("version").asInt()).isEqualTo(2);
    assertThat(put("versions", one).body()).isEqualTo(first.body());

    JsonNode newest = client.get("/workflow/versions").body();
    assertThat(newest.get("version").asInt()).isEqualTo(2);
    JsonNode oldest = client.get("/workflow/versions?version=1").body();
    assertThat(oldest.get("definition").get("tasks").get(0).get("metadata").asInt()).isOne();
    assertThat(client.get("/workflows").body().findValuesAsString("name"))
        .containsOnlyOnce("versions");
  }

  @Test
  void aRunIsABatchWithItsInputsAndItsOutput() {
    put("greet", GREETING);

    Reply run = run("greet", "{\"inputs\": {\"who\": \"World\"}}");

    assertThat(run.status()).as(run.raw().body()).isEqualTo(201);
    assertThat(run.body().get("workflow").asString()).isEqualTo("greet");
    assertThat(run.body().get("version").asInt()).isOne();
    assertThat(run.raw().headers().firstValue("X-Batch-ID"))
        .hasValue(run.body().get("batch_id").asString());
    JsonNode batch = batch(run);
    assertThat(batch.get("state").asString()).isEqualTo("succeeded");
    assertThat(batch.get("name").asString()).isEqualTo("greet");
    assertThat(batch.get("result").get("said").asString()).isEqualTo("Hello World");
    assertThat(batch.get("metadata").get("workflow").asString()).isEqualTo("greet");

    put("greet", GREETING.replace("Hello", "Bye"));
    assertThat(batch(run("greet", "{\"inputs\": {\"who\": \"x\"}}")).get("result").toString())
        .contains("Bye x");
    assertThat(
            batch(run("greet", "{\"inputs\": {\"who\": \"x\"}, \"version\": 1}"))
                .get("result")
                .toString())
        .contains("Hello x");
    assertThat(
            batch(run("greet", "{\"inputs\": {\"who\": \"x\", \"greeting\": \"Hm\"}}"))
                .get("result")
                .toString())
        .contains("Hm x");
  }

  @Test
  void undeclaredAndMissingInputsAreRefused() {
    put("strict", GREETING);

    assertThat(run("strict", "{\"inputs\": {\"woh\": \"x\"}}").details())
        .isEqualTo(
            "inputs.woh: the workflow has no such input (did you mean who?);"
                + " inputs.who: is required because it has no default");
    assertThat(run("strict", "").details())
        .isEqualTo("inputs.who: is required because it has no default");
    assertThat(run("strict", "{\"inputs\": []}").details()).isEqualTo("inputs: must be an object");
    assertThat(run("strict", "{\"inputs\": {\"who\": null}}").status())
        .as("null is a value")
        .isEqualTo(201);
    assertThat(run("strict", "{\"inputs\": {\"who\": 1}, \"run_key\": \" \"}").details())
        .contains("run_key");
    assertThat(run("nowhere", "{}").status()).isEqualTo(404);
    assertThat(run("strict", "{\"inputs\": {\"who\": 1}, \"version\": 7}").status()).isEqualTo(404);
    assertThat(client.get("/workflow/nowhere").status()).isEqualTo(404);
  }

  @Test
  void anInvalidWorkflowIsRefused() {
    String task = "{\"id\": \"a\", \"name\": \"a\", \"kind\": \"k\"%s}";
    assertThat(put("bad", "{}").details())
        .isEqualTo("tasks: must be an array with at least one task");
    assertThat(put("bad", "{\"task\": []}").details())
        .contains("task: unknown field (did you mean tasks?)");
    String tasks = "{\"tasks\": [" + task + "]%s}";
    assertThat(put("bad", tasks.formatted(", \"timeout\": 0", "")).details())
        .startsWith("tasks[0].timeout: ");
    assertThat(put("bad", tasks.formatted("", ", \"output\": \"a +\"")).details())
        .startsWith("output: ");
    assertThat(put("bad", tasks.formatted("", ", \"output\": \"b\"")).details())
        .startsWith("output: ");
    assertThat(put("bad", tasks.formatted("", ", \"output\": 7")).details())
        .isEqualTo("output: must be a string with an expression");
    assertThat(
            put("bad", tasks.replace("\"a\"", "\"output\"").formatted("", ", \"output\": \"1\""))
                .details())
        .contains("output: a workflow with an output cannot have a task with the id output");
    assertThat(put("bad", tasks.formatted("", ", \"inputs\": {\"x\": {\"type\": 1}}")).details())
        .isEqualTo("inputs.x.type: unknown field; only default and schema are allowed");
    assertThat(put("bad", tasks.formatted("", ", \"inputs\": {\"x\": 1}")).details())
        .isEqualTo("inputs.x: must be an object");
    assertThat(put("%20", tasks.formatted("", "")).details()).startsWith("name: ");
    assertThat(client.get("/workflow/bad").status()).isEqualTo(404);
  }

  @Test
  void aRunKeyStartsOneRunOnTwoServers() throws Exception {
    put("once", GREETING);
    List<Callable<Reply>> starts =
        IntStream.range(0, 24)
            .<Callable<Reply>>mapToObj(i ->
                () ->
                    (i % 2 == 0 ? client : other)
                        .post(
                            "/workflow/once/run",
                            "{\"inputs\": {\"who\": \"%d\"}, \"run_key\": \"today\"}".formatted(i)))
            .toList();
    List<Reply> replies;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      replies = threads.invokeAll(starts).stream().map(Future::resultNow).toList();
    }

    assertThat(replies).extracting(Reply::status).containsOnlyOnce(201).containsOnly(200, 201);
    assertThat(replies.stream().map(reply -> reply.body().get("batch_id")).distinct()).hasSize(1);
    assertThat(replies.stream().filter(reply -> reply.body().get("started").asBoolean()))
        .hasSize(1);
    put("once", GREETING.replace("Hello", "Bye"));
    Reply later = run("once", "{\"inputs\": {\"who\": \"x\"}, \"run_key\": \"today\"}");
    assertThat(later.body().get("version").asInt()).as("of the run that the key started").isOne();
    assertThat(run("once", "{\"inputs\": {\"who\": \"x\"}, \"run_key\": \"tomorrow\"}").status())
        .isEqualTo(201);
    put("twice", GREETING);
    assertThat(run("twice", "{\"inputs\": {\"who\": \"x\"}, \"run_key\": \"today\"}").status())
        .as("another workflow's key is another key")
        .isEqualTo(201);
  }
}
