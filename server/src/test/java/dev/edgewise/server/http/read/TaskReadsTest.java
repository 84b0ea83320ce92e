package dev.edgewise.server.http.read;

import static dev.edgewise.server.http.read.ReadServer.task;
import static dev.edgewise.server.testing.TestTask.call;
import static dev.edgewise.server.testing.TestTask.task;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestTask;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class TaskReadsTest {
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
  void aTaskIsShownWithEverythingAndUnsetMembersAreNull() throws Exception {
    UUID batch = server.store.submit(null, task("plain"));
    JsonNode task = server.get(task(batch, 1));
    assertThat(task.propertyNames())
        .containsExactly(
            "id",
            "name",
            "kind",
            "status",
            "created_at",
            "started_at",
            "ended_at",
            "success",
            "failures",
            "expected_count",
            "batch_id",
            "dead_end_barrier",
            "priority",
            "attempt",
            "timeout",
            "rules",
            "metadata",
            "actions",
            "last_updated",
            "failure_reason",
            "retry",
            "next_retry_at",
            "dependencies",
            "result",
            "input",
            "let",
            "when",
            "output",
            "spread",
            "spread_errors",
            "spread_parallel",
            "spread_min_success",
            "return",
            "wait",
            "call",
            "deadline",
            "waiting_for",
            "child_batch_id",
            "join",
            "start_after",
            "worker",
            "deps_total",
            "deps_satisfied",
            "fairness_key",
            "fairness_weight",
            "progress",
            "message",
            "error");
    assertThat(task.at("/status").stringValue()).isEqualTo("Pending");
    for (String unset :
        List.of(
            "started_at", "ended_at", "expected_count", "metadata", "failure_reason", "retry")) {
      assertThat(task.get(unset).isNull()).as(unset).isTrue();
    }
    assertThat(task.get("rules").isEmpty()).isTrue();
    assertThat(task.get("actions").isEmpty()).isTrue();
    assertThat(task.get("dependencies").isEmpty()).isTrue();
  }

  @Test
  void aTaskShowsItsActionsAndTheCancelActionOfItsStart() throws Exception {
    Actions actions =
        new Actions(
            call("http://a.test/start"),
            "[" + call("http://a.test/ok") + "]",
            "[" + call("http://a.test/bad") + "," + call("http://a.test/worse") + "]",
            "[" + call("http://a.test/stop") + "]");
    UUID batch = server.store.submit(null, task("hook").actions(actions).retry(3));
    TaskKey claimed = server.store.claimFor("a.test");
    server.store.started(claimed, call("http://a.test/learned"));
    JsonNode task = server.get(task(batch, 1));
    assertThat(task.get("actions").valueStream())
        .extracting(
            action -> action.at("/trigger").stringValue(),
            action -> action.at("/params/url").stringValue())
        .containsExactly(
            called("Start", "start"),
            called("Success", "ok"),
            called("Failure", "bad"),
            called("Failure", "worse"),
            called("Cancel", "stop"),
            called("Cancel", "learned"));
    assertThat(task.at("/actions/0/kind").stringValue()).isEqualTo("Webhook");
    assertThat(task.at("/actions/0/params/verb").stringValue()).isEqualTo("Post");
    assertThat(task.at("/retry/max_retries").intValue()).isEqualTo(3);
    assertThat(task.at("/status").stringValue()).isEqualTo("Running");
    assertThat(task.at("/started_at").isNull()).isFalse();
  }

  private static Tuple called(String trigger, String path) {
    return tuple(trigger, "http://a.test/" + path);
  }

  @Test
  void aTaskShowsItsParentsInEitherBatchAndItsResult() throws Exception {
    UUID earlier = server.store.submit(null, task("far").kind("parents"));
    UUID batch =
        server.store.submit(
            null,
            task("child")
                .after("b")
                .on(Condition.ON_SUCCESS, "a")
                .on(Condition.ON_FAILURE, new TaskKey(earlier, 1).publicId()),
            task("a").kind("parents-a"),
            task("b").kind("parents-b"));
    JsonNode task = server.get(task(batch, 1));
    assertThat(task.at("/dependencies").toString())
        .isEqualTo(
            """
            [{"id":"b","task_id":"%s","condition":"always"},\
            {"id":"a","task_id":"%s","condition":"on_success"},\
            {"id":"far","task_id":"%s","condition":"on_failure"}]\
            """
                .formatted(new TaskKey(batch, 3), new TaskKey(batch, 2), new TaskKey(earlier, 1)));
    server.store.succeed(server.store.claim("parents-a"), "{\"n\": [1, null]}");
    JsonNode ended = server.get(task(batch, 2));
    assertThat(ended.at("/result").toString()).isEqualTo("{\"n\":[1,null]}");
    assertThat(ended.at("/ended_at").isNull()).isFalse();
  }

  @Test
  void aFailedAttemptShowsWhyAndWhenItIsTriedAgain() throws Exception {
    UUID batch = server.store.submit(null, task("again").kind("again").retry(1));
    server.store.fail(server.store.claim("again"), "boom");
    JsonNode task = server.get(task(batch, 1));
    assertThat(task.at("/status").stringValue()).isEqualTo("RetryPending");
    assertThat(task.at("/attempt").intValue()).isEqualTo(1);
    assertThat(task.at("/failure_reason").stringValue()).isEqualTo("boom");
    assertThat(task.at("/next_retry_at").isNull()).isFalse();
  }

  @Test
  void aListGoesNewestFirstAndItsCursorMissesNothingWhileTasksArrive() throws Exception {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      UUID batch =
          server.store.submit(
              null, task("a").kind("walk"), task("b").kind("walk"), task("c").kind("walk"));
      for (int no = 1; no <= 3; no++) {
        expected.addFirst(new TaskKey(batch, no).toString());
      }
    }
    List<String> seen = new ArrayList<>();
    String path = "/task?kind=walk&page_size=2";
    while (path != null) {
      HttpResponse<String> answer = server.http.get(path);
      ReadServer.json(answer.body()).forEach(task -> seen.add(task.at("/id").stringValue()));
      server.store.submit(null, task("late").kind("walk"));
      path =
          answer
              .headers()
              .firstValue("Link")
              .map(link -> link.replaceFirst("<(.*)>; rel=\"next\"", "$1"))
              .orElse(null);
      assertThat(answer.headers().firstValue("X-Next-Cursor").isPresent()).isEqualTo(path != null);
    }
    assertThat(seen).isEqualTo(expected);
  }

  @Test
  void aKindIsFoundAmongOthersAndInItemsOfSpreads() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("x").kind("among-x"),
            task("a").kind("among"),
            task("y").kind("among-x"),
            task("b").kind("among").after("x").flow(TestFlow.spread("2")));
    server.store.succeed(server.store.claim("among-x"), null);

    assertThat(names("/task?kind=among&page_size=5")).containsExactly("b[1]", "b[0]", "b", "a");
    assertThat(names("/task?kind=among&page_size=5&batch_id=" + batch)).hasSize(4);
    assertThat(names("/task?kind=among&page_size=2&page=1")).containsExactly("b", "a");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 3",
    "&page_size=2, 2",
    "&page_size=100, 5",
    "&page_size=0, 1",
    "&page_size=-7, 1",
    "&page=-1, 3",
    "&page=2, 1",
    "&page=3, 0",
    "&page=9223372036854775807&page_size=5, 0"
  })
  void pagesAreClamped(String query, int count) throws Exception {
    if (server.get("/task?kind=pages").isEmpty()) {
      server.store.submit(
          null,
          IntStream.range(0, 7)
              .mapToObj(i -> task("t" + i).kind("pages"))
              .toArray(TestTask[]::new));
    }
    assertThat(server.get("/task?kind=pages" + query).size()).isEqualTo(count);
  }

  @Test
  void filtersAreLiteralAndCombine() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("1").kind("f").named("100% sure").timeout(7).metadata("{\"a\":{\"b\":1,\"c\":2}}"),
            task("2").kind("f").named("100 percent").metadata("{\"a\":[1,2]}"),
            task("3").kind("f").named("under_score"),
            task("4").kind("f").named("underXscore").after("1"));
    String list = "/task?batch_id=" + batch + "&page_size=5";
    assertThat(names(list + "&name=" + encoded("%"))).containsExactly("100% sure");
    assertThat(names(list + "&name=_")).containsExactly("under_score");
    assertThat(names(list + "&name=" + encoded("\\"))).isEmpty();
    assertThat(names(list + "&timeout=7")).containsExactly("100% sure");
    assertThat(names(list + "&metadata=" + encoded("{\"a\":{\"b\":1}}")))
        .containsExactly("100% sure");
    assertThat(names(list + "&metadata=" + encoded("{\"a\":[2]}"))).containsExactly("100 percent");
    assertThat(names(list + "&metadata=" + encoded("{\"a\":{\"b\":2}}"))).isEmpty();
    assertThat(names(list + "&status=Waiting")).containsExactly("underXscore");
    assertThat(names(list + "&status=Pending&name=100"))
        .containsExactly("100 percent", "100% sure");
    server.store.succeed(server.store.claim("f"), null);
    assertThat(names(list + "&status=Success")).containsExactly("100% sure");
    assertThat(names(list + "&status=Failure")).isEmpty();
    assertThat(names("/task?kind=f&status=retry_pending")).isEmpty();
  }

  private static List<String> names(String path) throws Exception {
    return server.get(path).valueStream().map(task -> task.at("/name").stringValue()).toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "metadata=%7Bno",
        "metadata=%22%5Cu0000%22",
        "status=Done",
        "status=running%00",
        "kind=%00",
        "timeout=soon",
        "timeout=99999999999",
        "page=x",
        "page=99999999999999999999",
        "page_size=1.5",
        "batch_id=7",
        "cursor=!!",
        "cursor=AAAA"
      })
  void anInvalidFilterIsRefusedByName(String query) throws Exception {
    HttpResponse<String> answer = server.http.get("/task?" + query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(ReadServer.json(answer.body()).at("/details/0").stringValue())
        .startsWith(query.substring(0, query.indexOf('=')) + ": must be ");
  }

  @Test
  void anUnknownTaskIsNotFound() throws Exception {
    UUID batch = server.store.submit(null, task("only"));
    for (String id :
        List.of(batch.toString(), new TaskKey(batch, 2).toString(), UUID.randomUUID() + "", "7")) {
      for (String path : List.of("", "/explain", "/deliveries")) {
        HttpResponse<String> answer = server.http.get("/task/" + id + path);
        assertThat(answer.statusCode()).as(id + path).isEqualTo(404);
        assertThat(answer.body()).contains("Task not found");
      }
    }
  }

  @Test
  void deliveriesShowCallsThatWereMadeAndThoseStillOwed() throws Exception {
    Actions actions =
        new Actions(
            null, "[" + call("http://b.test/1") + "," + call("http://b.test/2") + "]", null, null);
    UUID batch = server.store.submit(null, task("calls").kind("calls").actions(actions));
    TaskKey task = server.store.claim("calls");
    server.store.succeed(task, null);
    server.execute(
        "insert into webhook_execution (batch_id, no, trigger, condition, idempotency_key, status,"
            + " attempt, attempts, response_status, response_body, error, created_at, updated_at)"
            + " values (?, 1, 'success', 'success', ?, 'failure', 0, 2, 500, repeat('no! ', 1000),"
            + " 'HTTP 500', now(), now())",
        batch,
        task + ":success");
    JsonNode deliveries = server.get(task(batch, 1) + "/deliveries");
    assertThat(deliveries.size()).isEqualTo(2);
    JsonNode tried = deliveries.get(0);
    assertThat(tried.at("/idempotency_key").stringValue()).isEqualTo(task + ":success");
    assertThat(tried.at("/trigger").stringValue()).isEqualTo("Success");
    assertThat(tried.at("/status").stringValue()).isEqualTo("owed");
    assertThat(tried.at("/attempts").intValue()).isEqualTo(2);
    assertThat(tried.at("/response_status").intValue()).isEqualTo(500);
    assertThat(tried.at("/response_body").stringValue()).isEqualTo("no! ".repeat(500));
    assertThat(tried.at("/url").stringValue()).isEqualTo("http://b.test/1");
    assertThat(tried.at("/due_at").isNull()).isFalse();
    JsonNode untried = deliveries.get(1);
    assertThat(untried.at("/idempotency_key").stringValue()).isEqualTo(task + ":success/1");
    assertThat(untried.at("/created_at").isNull()).isTrue();
    server.execute("delete from outbox where batch_id = ?", batch);
    assertThat(server.get(task(batch, 1) + "/deliveries").at("/0/status").stringValue())
        .isEqualTo("failure");
  }
}
