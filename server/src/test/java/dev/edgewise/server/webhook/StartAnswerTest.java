package dev.edgewise.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.webhook.StartAnswer.Failed;
import dev.edgewise.server.webhook.StartAnswer.Started;
import dev.edgewise.server.webhook.StartAnswer.Succeeded;
import org.junit.jupiter.api.Test;

class StartAnswerTest {

  @Test
  void whatMeansNothingSaysThatTheWorkHasBegun() {
    for (String body : new String[] {"", "ok", "[]", "{}", "{\"status\":\"Running\"}", "{\"a\":"}) {
      assertThat(StartAnswer.of(body)).as(body).isEqualTo(new Started(null));
    }
  }

  @Test
  void anActionBecomesTheCancelAction() {
    String action =
        "{\"kind\":\"Webhook\",\"params\":{\"url\":\"http://x.org/stop\",\"verb\":\"Post\"}}";
    assertThat(StartAnswer.of(action)).isEqualTo(new Started(action));
  }

  @Test
  void aStatusCompletesTheTask() {
    assertThat(StartAnswer.of("{\"status\":\"Success\",\"result\":{\"n\":1}}"))
        .isEqualTo(new Succeeded("{\"n\":1}"));
    assertThat(StartAnswer.of("{\"status\":\"Success\"}")).isEqualTo(new Succeeded(null));
    assertThat(
            StartAnswer.of(
                "{\"status\":\"Failure\",\"failure_reason\":\"no\",\"retryable\":false}"))
        .isEqualTo(new Failed("no", false));
  }

  @Test
  void aResultThatIsTooLargeFailsTheTaskForGood() {
    String large = "x".repeat(Limits.RESULT_MAX_BYTES);
    assertThat(StartAnswer.of("{\"status\":\"Success\",\"result\":\"" + large + "\"}"))
        .isEqualTo(new Failed("The result in the answer has more than 1048576 bytes", false));
  }

  @Test
  void aReasonIsMadeFitToBeStored() {
    assertThat(StartAnswer.of("{\"status\":\"Failure\",\"failure_reason\":\"a\\u0000b\"}"))
        .isEqualTo(new Failed("a\uFFFDb", true));
    String large = "x".repeat(Limits.FAILURE_REASON_MAX_BYTES);
    assertThat(StartAnswer.of("{\"status\":\"Failure\",\"failure_reason\":\"" + large + "\"}"))
        .isInstanceOfSatisfying(
            Failed.class,
            failed -> assertThat(failed.reason().length()).isLessThan(large.length()));
  }
}
