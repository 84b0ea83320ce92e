package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestTask;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class GraphReadsTest {
  private static ReadServer server;

  @BeforeAll
  static void open() {
    server = new ReadServer();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void edgesShowTheirFactsAndOpenOnesAreListedToo() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("a").kind("edges"),
            task("b").on(Condition.ON_SUCCESS, "a"),
            task("c").on(Condition.ON_FAILURE, "a"),
            task("d").after("b"));
    server.store.succeed(server.store.claim("edges"), null);
    JsonNode edges = server.get("/batch/" + batch + "/edges");
    assertThat(edges.valueStream().map(GraphReadsTest::outline))
        .containsExactly(
            "1 -on_success-> 2 true SUCCESS",
            "1 -on_failure-> 3 false SUCCESS",
            "2 -always-> 4 null null");
    JsonNode resolved = edges.get(0);
    assertThat(resolved.propertyNames())
        .containsExactly(
            "parent_id",
            "child_id",
            "condition",
            "satisfied",
            "resolution",
            "satisfied_at",
            "satisfying_attempt",
            "row_version");
    assertThat(resolved.at("/satisfying_attempt").intValue()).isZero();
    assertThat(resolved.at("/satisfied_at").isNull()).isFalse();
    JsonNode cause = entry(batch, resolved.at("/row_version").longValue());
    assertThat(cause.at("/type").stringValue()).isEqualTo("success");
    assertThat(cause.at("/task_id")).isEqualTo(resolved.at("/parent_id"));
    assertThat(edges.at("/2/row_version").isNull()).isTrue();

    String path = "/batch/" + batch + "/edges?satisfied=";
    assertThat(server.get(path + "true").valueStream().map(GraphReadsTest::outline))
        .containsExactly("1 -on_success-> 2 true SUCCESS");
    assertThat(server.get(path + "false").valueStream().map(GraphReadsTest::outline))
        .containsExactly("1 -on_failure-> 3 false SUCCESS");
    assertThat(server.http.get(path + "maybe").statusCode()).isEqualTo(400);
  }

  private static JsonNode entry(UUID batch, long id) throws Exception {
    return server
        .get("/batch/" + batch + "/events")
        .valueStream()
        .filter(event -> event.at("/id").longValue() == id)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void edgesBetweenBatchesAreShownByBoth() throws Exception {
    UUID above = server.store.submit(null, task("parent").kind("across"));
    UUID parent = new TaskKey(above, 1).publicId();
    UUID below = server.store.submit(null, task("child").on(Condition.ON_FAILURE, parent));
    for (UUID batch : List.of(above, below)) {
      assertThat(
              server.get("/batch/" + batch + "/edges").valueStream().map(GraphReadsTest::outline))
          .containsExactly("1 -on_failure-> 1 null null");
    }
    server.store.fail(server.store.claim("across"), "boom");
    for (UUID batch : List.of(above, below)) {
      JsonNode edges = server.get("/batch/" + batch + "/edges?satisfied=true");
      assertThat(edges.at("/0/parent_id").stringValue()).isEqualTo(parent.toString());
      assertThat(edges.at("/0/resolution").stringValue()).isEqualTo("FAILED");
      assertThat(server.get("/dag/" + batch).at("/links/0/satisfied").booleanValue()).isTrue();
      JsonNode cause = entry(above, edges.at("/0/row_version").longValue());
      assertThat(cause.at("/task_id").stringValue()).isEqualTo(parent.toString());
    }
  }

  @Test
  void aGraphHasAllTasksAndLinksAndItemsOfSpreadsWhenAskedFor() throws Exception {
    DataFlow spread = TestFlow.spread("3");
    UUID batch =
        server.store.submit(
            null,
            task("first").kind("graph"),
            task("many").kind("graph").after("first").flow(spread));
    server.store.succeed(server.store.claim("graph"), null);
    server.store.succeed(server.store.claim("graph"), "7");
    JsonNode dag = server.get("/dag/" + batch + "?items=true");
    assertThat(dag.propertyNames()).containsExactly("tasks", "links", "spreads");
    assertThat(dag.at("/tasks").size()).isEqualTo(5);
    assertThat(dag.at("/tasks/0").propertyNames()).contains("id", "status", "attempt", "priority");
    assertThat(dag.at("/links").valueStream().map(GraphReadsTest::outline))
        .containsExactly(
            "1 -always-> 2 true SUCCESS",
            "3 -always-> 2 true SUCCESS",
            "4 -always-> 2 null null",
            "5 -always-> 2 null null");
    assertThat(dag.at("/links/0").propertyNames())
        .containsExactly("parent_id", "child_id", "condition", "satisfied", "resolution");
    assertThat(server.get("/batch/" + batch + "/edges").size()).isEqualTo(4);
    JsonNode plain = server.get("/dag/" + batch);
    assertThat(plain.at("/tasks").size()).isEqualTo(2);
    assertThat(plain.at("/links").size()).isEqualTo(1);
    JsonNode progress = plain.at("/spreads/0");
    assertThat(progress.at("/task_id")).isEqualTo(plain.at("/tasks/1/id"));
    assertThat(progress.at("/items").intValue()).isEqualTo(3);
    assertThat(progress.at("/status_counts/success").intValue()).isEqualTo(1);
    assertThat(progress.at("/status_counts/pending").intValue()).isEqualTo(2);
    assertThat(dag.at("/tasks").valueStream().map(task -> task.at("/name").stringValue()))
        .containsExactly("first", "many", "many[0]", "many[1]", "many[2]");
  }

  @Test
  void aLargeGraphIsReadInPartsAndNoTaskIsMissing() throws Exception {
    int count = 10_001;
    UUID batch =
        server.store.submit(
            null,
            IntStream.range(0, count)
                .mapToObj(i -> i == 0 ? task("t0") : task("t" + i).after("t" + (i - 1)))
                .toArray(TestTask[]::new));
    JsonNode dag = server.get("/dag/" + batch);
    assertThat(dag.at("/tasks").valueStream().map(task -> task.at("/id").stringValue()))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, count)
                .mapToObj(no -> new TaskKey(batch, no).toString())
                .toList());
    assertThat(dag.at("/links").size()).isEqualTo(count - 1);
    assertThat(new BatchTasks(server.database.database()).of(batch)).hasSize(count);
  }

  @Test
  void anUnknownBatchIsNotFound() throws Exception {
    UUID batch = server.store.submit(null, task("only"));
    for (String id : List.of(UUID.randomUUID() + "", new TaskKey(batch, 1) + "", "7")) {
      for (String path : List.of("/batch/%s", "/batch/%s/edges", "/batch/%s/events", "/dag/%s")) {
        var answer = server.http.get(path.formatted(id));
        assertThat(answer.statusCode()).as(path).isEqualTo(404);
        assertThat(answer.body()).contains("Batch not found");
      }
    }
  }

  private static String outline(JsonNode edge) {
    return "%d -%s-> %d %s %s"
        .formatted(
            number(edge.at("/parent_id")),
            edge.at("/condition").stringValue(),
            number(edge.at("/child_id")),
            edge.at("/satisfied").asString("null"),
            edge.at("/resolution").asString("null"));
  }

  private static int number(JsonNode id) {
    return TaskKey.of(UUID.fromString(id.stringValue())).no();
  }
}
