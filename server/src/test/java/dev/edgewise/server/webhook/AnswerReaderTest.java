package dev.edgewise.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.config.Settings;
import dev.edgewise.server.webhook.StartAnswer.Failed;
import dev.edgewise.server.webhook.StartAnswer.Started;
import dev.edgewise.server.webhook.StartAnswer.Succeeded;
import dev.edgewise.server.webhook.StartAnswer.Uncancelable;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {

  private final AnswerReader reader =
      new AnswerReader(
          new TargetGuard(new Settings.Targets(false, Set.of(), Set.of(), Set.of()), false));

  private StartAnswer read(String body) {
    return reader.read(body, true);
  }

  private static String action(String url) {
    return "{\"kind\":\"Webhook\",\"params\":{\"url\":\"%s\",\"verb\":\"post\"}}".formatted(url);
  }

  @Test
  void anAnswerWithoutMeaningStartsTheTask() {
    for (String body :
        new String[] {
          "",
          "ok",
          "[]",
          "{}",
          "{\"status\":\"Running\"}",
          "{\"status\":7}",
          "{\"a\":",
          "{\"status\":\"Success\"} and more",
          "[".repeat(20_000)
        }) {
      assertThat(read(body)).as(body).isEqualTo(new Started(null));
    }
  }

  @Test
  void anActionBecomesTheCancelActionInWhichNothingIsAnExpression() {
    assertThat(read(action("http://x.org/stop")))
        .isEqualTo(
            new Started(
                "{\"kind\":\"Webhook\",\"literal\":true,\"params\":"
                    + "{\"url\":\"http://x.org/stop\",\"verb\":\"Post\"}}"));
  }

  @Test
  void anActionThatBreaksARuleOfSubmissionsIsIgnored() {
    assertThat(read(action("http://x.org/${inputs.a}")))
        .isEqualTo(new Uncancelable("params.url: must be an http or https URL"));
    assertThat(read(action("http://10.0.0.1/")))
        .isEqualTo(
            new Uncancelable(
                "params.url: 10.0.0.1 is a private address; WEBHOOK_ALLOWED_HOSTS can allow it"));
    assertThat(read("{\"kind\":\"Webhook\"}")).isEqualTo(new Uncancelable("params: is required"));
  }

  @Test
  void aStatusCompletesTheTask() {
    assertThat(read("{\"status\":\"Success\",\"result\":{\"n\": 1.50}}"))
        .isEqualTo(new Succeeded("{\"n\":1.50}"));
    assertThat(read("{\"status\":\"Success\"}")).isEqualTo(new Succeeded(null));
    assertThat(read("{\"status\":\"Success\",\"result\":null}")).isEqualTo(new Succeeded("null"));
    assertThat(read("{\"status\":\"Failure\",\"failure_reason\":\"no\",\"retryable\":false}"))
        .isEqualTo(new Failed("no", false));
  }

  @Test
  void aResultThatBreaksARuleOfSubmissionsFailsTheTaskForGood() {
    String large = "x".repeat(Limits.RESULT_MAX_BYTES);
    assertThat(read("{\"status\":\"Success\",\"result\":\"" + large + "\"}"))
        .isEqualTo(
            new Failed(
                "The answer to on_start cannot be used: result: must be at most 1048576 bytes, not"
                    + " 1048578",
                false));
    assertThat(read("{\"result\":[\"\\u0000\"],\"status\":\"Success\"}"))
        .isEqualTo(
            new Failed(
                "The answer to on_start cannot be used: result[0]: must not contain the character"
                    + " U+0000",
                false));
  }

  @Test
  void anAnswerThatGivesAKeyTwiceCannotBeUsed() {
    Failed twice =
        new Failed("The answer to on_start cannot be used: the key 'a' is given twice", false);
    assertThat(read("{\"status\":\"Success\",\"result\":{\"a\":1,\"a\":2}}")).isEqualTo(twice);
    assertThat(read("{\"result\":[{\"a\":1,\"a\":2}],\"status\":\"Success\"}")).isEqualTo(twice);
    assertThat(read("{\"kind\":\"Webhook\",\"params\":{\"a\":1,\"a\":2}}"))
        .isEqualTo(new Uncancelable("the key 'a' is given twice"));
    assertThat(read("{\"status\":\"Failure\",\"a\":1,\"a\":2,\"failure_reason\":\"no\"}"))
        .isEqualTo(new Failed("no", true));
    assertThat(read("{\"a\":1,\"a\":2}")).isEqualTo(new Started(null));
    assertThat(read("{\"status\":\"Success\",\"a\":1,\"a\":2} and more"))
        .isEqualTo(new Started(null));
  }

  @Test
  void theReasonOfABrokenRuleCanBeStored() {
    assertThat(read("{\"result\":{\"a\\u0000b\":1},\"status\":\"Success\"}"))
        .isEqualTo(
            new Failed(
                "The answer to on_start cannot be used: result.a\uFFFDb: must not contain the"
                    + " character U+0000",
                false));
  }

  @Test
  void anAnswerThatIsCutOffIsNotReadAsAnotherOne() {
    String success = "{\"status\":\"Success\",\"result\":\"xx";
    Failed tooLong = new Failed("The answer to on_start cannot be used: it is too long", false);
    assertThat(reader.read(success, false)).isEqualTo(tooLong);
    var cut = new CallReply.Answered(200, success + "x".repeat(3_000), false, null);
    assertThat(read(String.valueOf(reader.storedBody(cut, tooLong)))).isEqualTo(tooLong);
    assertThat(reader.read("{\"status\":\"Success\"}  ", false)).isEqualTo(tooLong);
    assertThat(reader.read("<html>", false)).isEqualTo(new Started(null));
  }

  @Test
  void aReasonIsCleanedAndCut() {
    assertThat(read("{\"status\":\"Failure\",\"failure_reason\":\"a\\u0000b\\ud800\"}"))
        .isEqualTo(new Failed("a\uFFFDb\uFFFD", true));
    String large = "x".repeat(Limits.FAILURE_REASON_MAX_BYTES);
    assertThat(read("{\"status\":\"Failure\",\"failure_reason\":\"" + large + "\"}"))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> assertThat(failed.reason().length()).isLessThan(large.length()));
  }
}
