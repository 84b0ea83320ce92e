package dev.edgewise.server.webhook;

import static dev.edgewise.server.webhook.TestCalls.TASK;
import static dev.edgewise.server.webhook.TestCalls.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.webhook.WireReceiver.Received;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact bytes that a call sends. */
@Timeout(60)
class WireTest {

  private static final String HANDLE =
      "handle=https%3A%2F%2Fedgewise.test%2Ftask%2F" + TASK + "%3Ftoken%3Dt";

  private final WireReceiver receiver = WireReceiver.answering(WireReceiver.OK);
  private final Caller caller = TestCalls.caller(Duration.ofSeconds(5));

  @AfterEach
  void stop() throws Exception {
    caller.close();
    receiver.close();
  }

  @Test
  void aRequestHasOnlyTheDocumentedHeaders() throws Exception {
    Received request = received(call(receiver.url(), "Post", ",\"body\":{\"a\":\"ü\"}"));

    assertThat(request.line()).isEqualTo("POST /?" + HANDLE + " HTTP/1.1");
    assertThat(request.headers())
        .extracting(header -> header.substring(0, header.indexOf(':')))
        .containsExactlyInAnyOrder(
            "Host",
            "User-Agent",
            "Content-Length",
            "Content-Type",
            "Idempotency-Key",
            "X-Task-Id",
            "X-Task-Trigger",
            "X-Task-Attempt",
            "traceparent");
    assertThat(request.headers())
        .contains(
            "Host: 127.0.0.1:" + receiver.port(),
            "Content-Length: 10",
            "Content-Type: application/json");
  }

  @ParameterizedTest
  @CsvSource({"Get, GET", "Delete, DELETE", "Patch, PATCH"})
  void everyVerbMayHaveABody(String verb, String method) throws Exception {
    Received request = received(call(receiver.url() + "x?y", verb, ",\"body\":[1,2]"));

    assertThat(request.line()).isEqualTo(method + " /x?y&" + HANDLE + " HTTP/1.1");
    assertThat(request.headers()).contains("Content-Length: 5");
    assertThat(request.body()).isEqualTo("[1,2]");
  }

  @Test
  void aPostWithoutABodyHasContentLengthZeroAndAGetHasNone() throws Exception {
    Received post = received(call(receiver.url(), "Post", ""));
    assertThat(post.headers()).contains("Content-Length: 0");

    assertThat(caller.call(call(receiver.url() + "?", "Get", "")).accepted()).isTrue();
    Received get = receiver.requests().getLast();
    assertThat(get.line()).isEqualTo("GET /?" + HANDLE + " HTTP/1.1");
    assertThat(get.headers()).noneMatch(header -> header.startsWith("Content-Length"));
  }

  @Test
  void aPathThatIsNotPlainIsEncoded() throws Exception {
    Received request = received(call(receiver.url() + "//a/ü?ö", "Get", ""));

    assertThat(request.line()).startsWith("GET ///a/%C3%BC?%C3%B6&handle=");
  }

  @Test
  void headersAreSentInLatin1() throws Exception {
    Received request =
        received(call(receiver.url(), "Get", ",\"headers\":{\"X-Name\":\"Zoë\\tü\"}"));

    assertThat(request.headers()).contains("X-Name: Zoë\tü");
  }

  @ParameterizedTest
  @ValueSource(strings = {"€", "a\\u0085b", "a\\u007fb", "a\\u000bb", "a\\u0001b", "\\n"})
  void aValueThatIsNotLatin1IsRefused(String value) throws Exception {
    CallReply reply =
        caller.call(call(receiver.url(), "Get", ",\"headers\":{\"X-A\":\"" + value + "\"}"));

    assertThat(reply)
        .isEqualTo(
            new CallReply.Refused(
                "the header X-A must not contain control characters or characters beyond Latin-1"));
    assertThat(receiver.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Connection", "content-length", "Expect", "HOST", "Transfer-Encoding", "Upgrade"})
  void framingHeadersCannotBeSet(String name) throws Exception {
    CallReply reply =
        caller.call(call(receiver.url(), "Get", ",\"headers\":{\"" + name + "\":\"1\"}"));

    assertThat(reply)
        .isEqualTo(new CallReply.Refused("the header " + name + " is set by the server itself"));
    assertThat(receiver.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "a\\nb", "ä", "(a)"})
  void anInvalidHeaderNameIsRefused(String name) throws Exception {
    CallReply reply =
        caller.call(call(receiver.url(), "Get", ",\"headers\":{\"" + name + "\":\"1\"}"));

    assertThat(reply).isInstanceOf(CallReply.Refused.class);
    assertThat(reply.failure()).endsWith("is not a header name");
    assertThat(receiver.requests()).isEmpty();
  }

  private Received received(Call call) throws Exception {
    assertThat(caller.call(call).accepted()).isTrue();
    return receiver.requests().getFirst();
  }
}
