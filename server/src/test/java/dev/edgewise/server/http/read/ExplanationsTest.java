package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.DataFlow;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.testing.TestFlow;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class ExplanationsTest {
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
  void aWaitingTaskNamesWhatItWaitsFor() throws Exception {
    UUID far = server.store.submit(null, task("far").kind("far"));
    UUID batch =
        server.store.submit(
            null,
            task("done").kind("done"),
            task("open").kind("open"),
            task("child")
                .after("done")
                .on(Condition.ON_SUCCESS, "open")
                .on(Condition.ON_FAILURE, new TaskKey(far, 1).publicId()));
    server.store.succeed(server.store.claim("done"), null);
    JsonNode why = explain(batch, 3);
    assertThat(why.at("/status").stringValue()).isEqualTo("Waiting");
    assertThat(reason(why))
        .isEqualTo("It waits for far (on_failure, Pending), open (on_success, Pending).");
    assertThat(why.at("/unmet_count").intValue()).isEqualTo(2);
    assertThat(why.at("/unmet/1/parent_id").stringValue())
        .isEqualTo(new TaskKey(batch, 2).toString());
    assertThat(why.at("/unmet/1/satisfied").isNull()).isTrue();
    assertThat(why.at("/queue").isNull()).isTrue();
  }

  @Test
  void aSkippedTaskNamesTheEdgeThatWasNotMet() throws Exception {
    UUID batch =
        server.store.submit(null, task("a").kind("unmet"), task("b").on(Condition.ON_FAILURE, "a"));
    server.store.succeed(server.store.claim("unmet"), null);
    JsonNode why = explain(batch, 2);
    assertThat(why.at("/reasons").toString())
        .isEqualTo(
            "[\"It was skipped: Dependency condition not met.\","
                + "\"Not satisfied: a (on_failure, Success).\"]");
    assertThat(why.at("/unmet/0/satisfied").booleanValue()).isFalse();
  }

  @Test
  void aSpreadWaitsForItsItems() throws Exception {
    DataFlow spread = TestFlow.spread("7", 2);
    UUID batch = server.store.submit(null, task("many").kind("many").flow(spread));
    JsonNode why = explain(batch, 1);
    assertThat(why.at("/unmet_count").intValue()).isEqualTo(7);
    assertThat(reason(why))
        .startsWith("It waits for many[0] (always, Pending), ")
        .endsWith(" and 2 more.");
    JsonNode parked = explain(batch, 4);
    assertThat(reason(parked)).isEqualTo("It waits for another item of its spread to end.");
    assertThat(parked.at("/queue/parked").stringValue()).startsWith("spread:");
  }

  @Test
  void aReadyTaskNamesItsPlaceInTheQueue() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("first").kind("lonely"),
            task("second").kind("lonely"),
            task("urgent").kind("lonely").priority(9),
            task("low").kind("lonely").priority(-1));
    JsonNode why = explain(batch, 4);
    assertThat(reason(why))
        .isEqualTo(
            "It is ready and waits for a worker of kind 'lonely': 3 tasks ahead of it,"
                + " 0 running.");
    assertThat(why.at("/queue/ahead").intValue()).isEqualTo(3);
    assertThat(explain(batch, 3).at("/queue/ahead").intValue()).isZero();
    assertThat(explain(batch, 2).at("/queue/ahead").intValue()).isEqualTo(2);
  }

  @Test
  void aTaskHeldBackByARuleNamesTheHolders() throws Exception {
    String rules =
        "[{\"type\":\"Concurrency\",\"max_concurrency\":1,\"matcher\":"
            + "{\"kind\":\"ruled\",\"status\":\"Running\",\"fields\":[\"region\"]}}]";
    UUID batch =
        server.store.submit(
            null,
            task("a").kind("ruled").metadata("{\"region\":\"eu\"}").rules(rules),
            task("b").kind("ruled").metadata("{\"region\":\"eu\"}").rules(rules),
            task("c").kind("ruled").rules(rules));
    server.store.claimAs("worker-7", "ruled");
    assertThat(server.store.tryClaim("ruled")).isFalse();
    JsonNode why = explain(batch, 2);
    assertThat(reason(why))
        .isEqualTo(
            "A rule holds it back: concurrency of kind 'ruled' with region=\"eu\": 1 of 1 taken,"
                + " held by a (worker-7).");
    assertThat(why.at("/reasons").size()).isEqualTo(1);
    JsonNode obstacle = why.at("/queue/obstacles/0");
    assertThat(obstacle.at("/type").stringValue()).isEqualTo("Concurrency");
    assertThat(obstacle.at("/holders").toString())
        .isEqualTo(
            "[{\"task_id\":\"%s\",\"name\":\"a\",\"holder\":\"worker-7\"}]"
                .formatted(new TaskKey(batch, 1)));
    assertThat(why.at("/queue/parked").stringValue()).startsWith("rule:ruled|");
    assertThat(reason(explain(batch, 3)))
        .isEqualTo("A rule holds it back: a rule needs metadata fields the task lacks: region.");
  }

  @Test
  void aHeldTaskNamesItsHolderAndTheEndOfTheLease() throws Exception {
    UUID batch =
        server.store.submit(null, task("a").kind("held"), task("b").calls("http://H.test/x"));
    server.store.claimAs("worker-9", "held");
    JsonNode worker = explain(batch, 1);
    assertThat(reason(worker))
        .matches(
            "Worker worker-9 is running it; the lease lasts until"
                + " [-0-9]+T\\d\\d:\\d\\d:\\d\\dZ\\.");
    assertThat(worker.at("/lease/holder").stringValue()).isEqualTo("worker-9");
    assertThat(worker.at("/lease/worker").booleanValue()).isTrue();
    assertThat(worker.at("/host").isNull()).isTrue();
    JsonNode queued = explain(batch, 2);
    assertThat(reason(queued))
        .isEqualTo("It is ready and waits for a free call to h.test, with no task ahead of it.");
    assertThat(queued.at("/host").stringValue()).isEqualTo("h.test");
    TaskKey hook = server.store.claimFor("h.test");
    assertThat(reason(explain(batch, 2)))
        .startsWith("Server server-1 is calling h.test; its claim");
    server.store.started(hook, null);
    assertThat(reason(explain(batch, 2))).startsWith("It runs at h.test and times out at ");
  }

  @Test
  void aTaskThatWaitsForItsTimeSaysWhen() throws Exception {
    UUID batch =
        server.store.submit(
            null,
            task("later").startAfter(new StartAfter.In(Duration.ofDays(1))),
            task("again").kind("retried").retry(2));
    JsonNode later = explain(batch, 1);
    assertThat(reason(later)).startsWith("It is ready but does not start before ");
    assertThat(later.at("/starts_at").isNull()).isFalse();
    server.store.fail(server.store.claim("retried"), "boom");
    JsonNode again = explain(batch, 2);
    assertThat(reason(again)).startsWith("Attempt 0 failed (boom); the next one starts at ");
    assertThat(again.at("/next_retry_at").isNull()).isFalse();
  }

  @Test
  void aPausedTaskSaysWhatItWas() throws Exception {
    UUID batch = server.store.submit(null, task("a"), task("b").after("a"));
    server.store.committer.apply(new Command.Pause(new TaskKey(batch, 2)));
    JsonNode why = explain(batch, 2);
    assertThat(why.at("/reasons").toString())
        .isEqualTo(
            "[\"It is paused; before that it was Waiting.\","
                + "\"It would wait for a (always, Pending).\"]");
    assertThat(why.at("/paused_from").stringValue()).isEqualTo("Waiting");
  }

  @Test
  void anEndedTaskSaysHow() throws Exception {
    UUID batch =
        server.store.submit(
            null, task("a").kind("ok"), task("b").kind("bad"), task("c"), task("d"));
    server.store.succeed(server.store.claim("ok"), null);
    server.store.fail(server.store.claim("bad"), "boom");
    server.store.committer.apply(new Command.Cancel(new TaskKey(batch, 3), false));
    server.store.stop.stop(TestStore.CALLER, batch);
    assertThat(reason(explain(batch, 1))).isEqualTo("It has succeeded.");
    assertThat(reason(explain(batch, 2))).isEqualTo("It failed in attempt 0: boom.");
    assertThat(reason(explain(batch, 3))).isEqualTo("It was canceled.");
    assertThat(reason(explain(batch, 4))).isEqualTo("It was canceled: Batch stopped.");
  }

  private static JsonNode explain(UUID batch, int no) throws Exception {
    return server.get(ReadServer.task(batch, no) + "/explain");
  }

  private static String reason(JsonNode explanation) {
    return explanation.at("/reasons/0").stringValue();
  }
}
