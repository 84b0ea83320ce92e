package dev.edgewise.server.webhook;

import static dev.edgewise.server.webhook.TestCalls.caller;
import static dev.edgewise.server.webhook.TestCalls.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.config.Limits;
import dev.edgewise.server.input.JsonText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Receivers that violate HTTP on purpose. */
@Timeout(60)
class HostileReceiversTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Malformed answers. */
  static List<String> brokenAnswers() {
    String ok = "HTTP/1.1 200 OK\r\n";
    return List.of(
        "\0\0\0\0\r\n\r\n",
        "HTTP/1.1 two hundred\u0000\u001b[31m\r\n\r\n",
        "HTTP/1.1 99999999999 OK\r\n\r\n",
        "HTTP/1.1 -1 OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "x".repeat(1_000_000) + "\r\n\r\n",
        ok + "no colon \u0000 here\r\n\r\n",
        ok + "X-Long: " + "y".repeat(1_000_000) + "\r\n\r\n",
        ok + "X-Many: y\r\n".repeat(10_000) + "\r\n",
        ok + ("X-Large: " + "y".repeat(15_000) + "\r\n").repeat(200) + "\r\n",
        ok + "Content-Length: minus one\u0000\r\n\r\n",
        ok + "Content-Length: 99999999999999999999\r\n\r\n",
        ok + "Content-Length: -5\r\n\r\n",
        ok + "Content-Length: 10\r\n\r\nabc",
        ok + "Transfer-Encoding: chunked\r\n\r\nZZ\u0000\r\n",
        ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
        ok + "Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nabc",
        ok
            + "Transfer-Encoding: chunked\r\n\r\n3;"
            + "z".repeat(1_000_000)
            + "\r\nabc\r\n0\r\n\r\n",
        ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + "T: t\r\n".repeat(10_000) + "\r\n",
        ok + "Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(10_000));
  }

  @ParameterizedTest
  @MethodSource("brokenAnswers")
  void aMalformedAnswerFailsTheCallWithAPresentableReason(String answer) throws Exception {
    try (var receiver =
            new WireReceiver((_, connection) -> {
              WireReceiver.say(connection, answer);
              connection.shutdownOutput();
            });
        var caller = caller(PATIENCE)) {
      CallReply reply = caller.call(post(receiver.url()));

      assertThat(reply).isInstanceOf(CallReply.Unanswered.class);
      assertThat(reply.failure())
          .isNotBlank()
          .hasSizeLessThanOrEqualTo(Limits.RESPONSE_SHOWN_MAX_CHARS)
          .matches(why -> why.chars().noneMatch(Character::isISOControl))
          .matches(why -> JsonText.flaw(why) == null)
          .isNotEqualTo("internal error");
    }
  }

  @Test
  void aReceiverThatSendsOnlyInterimAnswersIsDisconnected() throws Exception {
    try (var receiver =
            new WireReceiver((_, connection) -> {
              while (!connection.isClosed()) {
                WireReceiver.say(connection, "HTTP/1.1 102 Processing\r\n\r\n".repeat(100));
              }
            });
        var caller = caller(Duration.ofMinutes(10))) {
      assertThat(caller.call(post(receiver.url())).failure()).contains("interim");
      assertThat(receiver.ended()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerThatIsNotTextIsAccepted() throws Exception {
    String body = "\u001f\u008b\b\0\0\0\0\0ab\0\u00ff";
    try (var receiver =
            WireReceiver.answering(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(body.length(), body));
        var caller = caller(PATIENCE)) {
      CallReply reply = caller.call(post(receiver.url()));

      assertThat(reply.accepted()).isTrue();
      assertThat(JsonText.flaw(String.valueOf(reply.excerpt()))).isNull();
      assertThat(caller.answers().read(reply)).isEqualTo(StartAnswer.NOTHING);
    }
  }
}
