package dev.edgewise.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Answer.Applied;
import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.Actions;
import dev.edgewise.core.graph.BatchSpec;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.calls.TestNode.Options;
import dev.edgewise.server.store.submission.Submitted;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.Receiver.Answer;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that a receiver answers keeps a task from ending, or lets it read or reach more. */
@Timeout(120)
class HostileAnswersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "the batch's own secret";

  private static TestDatabase database;
  private static TestNode node;
  private Receiver receiver;

  @BeforeAll
  static void open() {
    database = TestDatabase.open();
    node = new TestNode(database.settings(), Options.DEFAULT);
  }

  @AfterAll
  static void close() {
    node.close();
    database.close();
  }

  @BeforeEach
  void listen() {
    receiver = Receiver.start();
  }

  @AfterEach
  void hangUp() {
    receiver.close();
  }

  private static void awaitStatus(TaskKey task, String status) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(node.status(task)).isEqualTo(status));
  }

  /** An answer that is a cancel action with these parameters. */
  private static String action(String params) {
    return "{\"kind\":\"Webhook\",\"params\":{" + params + "}}";
  }

  static List<String> actionsThatMayNotBeStored() {
    String good = "\"url\":\"http://127.0.0.1:9/stop\",\"verb\":\"Post\"";
    return List.of(
        action(good + ",\"body\":\"a\\u0000b\""),
        action(good + ",\"body\":{\"a\\u0000b\":1}"),
        action(good + ",\"body\":\"\\ud800\""),
        action(good + ",\"body\":1e999999"),
        action(good + ",\"body\":" + "[".repeat(205) + "]".repeat(205)),
        action(good + ",\"body\":" + "[".repeat(20_000) + "]".repeat(20_000)),
        action(good + ",\"headers\":{\"X-A\":\"b\\r\\nX-C: d\"}"),
        action(good + ",\"headers\":{\"Host\":\"elsewhere\"}"),
        action("\"url\":\"http://127.0.0.1:9/${inputs.secret}\",\"verb\":\"Post\""),
        action("\"url\":\"http://169.254.169.254/latest\",\"verb\":\"Get\""),
        action("\"url\":\"http://10.0.0.1\\u0000/\",\"verb\":\"Get\""),
        action("\"url\":\"ftp://127.0.0.1/\",\"verb\":\"Get\""));
  }

  @ParameterizedTest
  @MethodSource("actionsThatMayNotBeStored")
  void aTaskEndsAsUsualWhateverCancelActionItsReceiverNames(String answer) {
    receiver.answering(_ -> Answer.of(200, answer));
    TaskKey canceled = node.submit(TestNode.task(receiver.action("/")));
    TaskKey stopped = node.submit(TestNode.task(receiver.action("/")));
    TaskKey silent =
        node.submit(TestNode.task(new Actions(receiver.action("/"), null, null, null), null, 1));
    awaitStatus(canceled, "running");
    awaitStatus(stopped, "running");

    assertThat(node.column(canceled, "cancel_action")).isEmpty();
    assertThat(
            node.column(
                canceled,
                "select error from webhook_execution as w where w.batch_id = :b and w.no = :n"))
        .startsWith("the cancel action in the answer is ignored: ");
    assertThat(node.committer.apply(new Command.Cancel(canceled, false)))
        .isInstanceOf(Applied.class);
    assertThat(node.stop.stop(TestStore.CALLER, stopped.batchId())).isPresent();
    awaitStatus(canceled, "canceled");
    awaitStatus(stopped, "canceled");
    awaitStatus(silent, "failure");
    assertThat(receiver.calls("cancel")).isEmpty();
  }

  static List<String> resultsThatCannotBeStored() {
    return List.of(
        "\"a\\u0000b\"",
        "{\"\\u0000\":1}",
        "[\"\\udc00\"]",
        "1e999999",
        "[" + "1".repeat(2_000) + "]",
        "[".repeat(205) + "]".repeat(205),
        "[".repeat(20_000) + "]".repeat(20_000),
        "\"" + "x".repeat(1024 * 1024) + "\"",
        "\"" + "x".repeat(2 * 1024 * 1024) + "\"");
  }

  @ParameterizedTest
  @MethodSource("resultsThatCannotBeStored")
  void aResultThatCannotBeStoredFailsItsTask(String result) {
    receiver.answering(_ -> Answer.of(200, "{\"status\":\"Success\",\"result\":" + result + "}"));
    TaskKey task = node.submit(TestNode.task(receiver.action("/")));

    awaitStatus(task, "failure");
    assertThat(node.column(task, "failure_reason"))
        .startsWith("The answer to on_start cannot be used: ");
  }

  @Test
  void invalidCharactersOfAReasonAreReplaced() {
    receiver.answering(
        _ -> Answer.of(200, "{\"status\":\"Failure\",\"failure_reason\":\"a\\u0000b\\ud800c\"}"));
    TaskKey task = node.submit(TestNode.task(receiver.action("/")));

    awaitStatus(task, "failure");
    assertThat(node.column(task, "failure_reason")).isEqualTo("a\uFFFDb\uFFFDc");
  }

  /** The two thousandth character of the answer is half of a pair. */
  @Test
  void anAnswerIsNotCutInTheMiddleOfACharacter() {
    receiver.answering(_ -> Answer.of(200, "x" + "\uD83D\uDE00".repeat(2_000)));
    TaskKey task = node.submit(TestNode.task(receiver.action("/")));

    awaitStatus(task, "running");
    assertThat(
            node.column(
                task,
                "select response_body from webhook_execution as w where w.batch_id = :b and w.no ="
                    + " :n"))
        .isEqualTo("x" + "\uD83D\uDE00".repeat(999));
  }

  @Test
  void nothingInALearnedActionIsEvaluated() {
    receiver.answering(call ->
        call.trigger().equals("start")
            ? Answer.of(
                200,
                action(
                    "\"url\":\"%s\",\"verb\":\"POST\",\"body\":{\"a\":\"${inputs.secret}\"},\"headers\":{\"X-Told\":\"${inputs.secret}\"}"
                        .formatted(receiver.url("/learned"))))
            : Answer.of(200));
    var created =
        (Submitted.Created)
            node.submissions.submit(
                TestStore.CALLER,
                new BatchSpec(
                    null,
                    "{\"secret\":\"" + SECRET + "\"}",
                    null,
                    null,
                    List.of(TestNode.task(receiver.action("/"))),
                    false,
                    0,
                    null),
                null,
                _ -> {});
    TaskKey task = new TaskKey(created.batchId(), 1);
    awaitStatus(task, "running");
    node.committer.apply(new Command.Cancel(task, false));

    await().atMost(PATIENCE).until(() -> receiver.calls("cancel").size() == 1);
    assertThat(receiver.calls("cancel").getFirst().body())
        .isEqualTo("{\"a\":\"${inputs.secret}\"}");
    assertThat(receiver.calls("cancel").getFirst().header("X-Told")).isEqualTo("${inputs.secret}");
  }
}
