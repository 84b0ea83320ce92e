package dev.edgewise.server.webhook;

import static dev.edgewise.server.webhook.TestCalls.call;
import static dev.edgewise.server.webhook.TestCalls.caller;
import static dev.edgewise.server.webhook.TestCalls.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How calls use time and connections. */
@Timeout(60)
class TransportTest {

  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String ENDLESS = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";

  /** Sends one letter after the other until the caller closes the connection. */
  private static void drip(Socket connection, CountDownLatch never) throws Exception {
    while (!never.await(20, TimeUnit.MILLISECONDS)) {
      WireReceiver.say(connection, "x");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nX-Endless: ", ENDLESS})
  void aDrippingAnswerIsCutInTime(String beginning) throws Exception {
    var never = new CountDownLatch(1);
    try (var receiver =
            new WireReceiver((_, connection) -> {
              WireReceiver.say(connection, beginning);
              drip(connection, never);
            });
        var caller = caller(SHORT)) {
      CallReply reply = caller.call(post(receiver.url()));

      assertThat(reply).isEqualTo(new CallReply.Unanswered("no answer within 1 s"));
      assertThat(receiver.ended()).isEqualTo(1);
    }
  }

  @Test
  void aReceiverThatDoesNotReadIsCutInTime() throws Exception {
    try (var socket = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
        var caller = caller(SHORT)) {
      String host = "127.0.0.1:" + socket.getLocalPort() + "/";
      String body = ",\"body\":\"" + "x".repeat(50_000_000) + "\"";

      assertThat(caller.call(call("http://" + host, "Post", body)).failure())
          .isEqualTo("no answer within 1 s");
      assertThat(caller.call(post("https://" + host)).failure()).isEqualTo("no answer within 1 s");
    }
  }

  @Test
  void aConnectionIsUsedAgain() throws Exception {
    try (var receiver = WireReceiver.answering(WireReceiver.OK);
        var caller = caller(LONG)) {
      for (int i = 0; i < 3; i++) {
        assertThat(caller.call(post(receiver.url())).accepted()).isTrue();
      }
      assertThat(receiver.requests())
          .extracting(WireReceiver.Received::connection)
          .containsExactly(1, 1, 1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: max=9, timeout=0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
      })
  void aConnectionIsNotUsedAgainWhenTheReceiverSaysSo(String answer) throws Exception {
    try (var receiver = WireReceiver.answering(answer);
        var caller = caller(LONG)) {
      assertThat(caller.call(post(receiver.url())).accepted()).isTrue();
      assertThat(caller.call(post(receiver.url())).accepted()).isTrue();

      assertThat(receiver.requests())
          .extracting(WireReceiver.Received::connection)
          .containsExactly(1, 2);
      assertThat(List.of(receiver.ended(), receiver.ended())).containsExactlyInAnyOrder(1, 2);
    }
  }

  @Test
  void idleConnectionsAreClosedBeforeTheReceiverWould() throws Exception {
    String brief = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=1\r\n\r\n";
    try (var usual = WireReceiver.answering(WireReceiver.OK);
        var hasty = WireReceiver.answering(brief);
        var caller = caller(LONG)) {
      long begun = System.nanoTime();
      assertThat(caller.call(post(usual.url())).accepted()).isTrue();
      assertThat(caller.call(post(hasty.url())).accepted()).isTrue();

      assertThat(hasty.ended()).isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Duration.ofSeconds(1), Connections.IDLE_MAX);
      assertThat(caller.call(post(hasty.url())).accepted()).isTrue();
      assertThat(hasty.requests().getLast().connection()).isEqualTo(2);

      assertThat(usual.ended()).isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isGreaterThanOrEqualTo(Connections.IDLE_MAX);
    }
  }

  @Test
  void aReceiverMayHangUpAfterItsAnswer() throws Exception {
    try (var receiver =
            new WireReceiver((_, connection) -> {
              WireReceiver.say(connection, WireReceiver.OK);
              connection.close();
            });
        var caller = caller(LONG)) {
      for (int i = 1; i <= 50; i++) {
        assertThat(caller.call(post(receiver.url()))).matches(CallReply::accepted);
        assertThat(receiver.ended()).isEqualTo(i);
      }
      assertThat(receiver.requests()).hasSize(50);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {WireReceiver.OK, "HTTP/1.1 204 No Content\r\n\r\n"})
  void bytesAfterAnAnswerAreNotReadAsTheNextAnswer(String answer) throws Exception {
    String refusal = "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n";
    try (var receiver = WireReceiver.answering(answer + refusal);
        var caller = caller(LONG)) {
      assertThat(caller.call(post(receiver.url()))).matches(CallReply::accepted);
      assertThat(caller.call(post(receiver.url()))).matches(CallReply::accepted);

      assertThat(receiver.requests())
          .extracting(WireReceiver.Received::connection)
          .containsExactly(1, 2);
    }
  }

  @Test
  void aConnectionIsUsedAgainAfterAnAnswerWithoutABody() throws Exception {
    try (var receiver = WireReceiver.answering("HTTP/1.1 204 No Content\r\n\r\n");
        var caller = caller(LONG)) {
      for (int i = 0; i < 2; i++) {
        assertThat(caller.call(post(receiver.url())))
            .isEqualTo(new CallReply.Answered(204, "", true, null));
      }
      assertThat(receiver.requests().getLast().connection()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Post", "Get"})
  void aRequestThatIsNotAnsweredIsNotSentAgain(String verb) throws Exception {
    var answered = new CountDownLatch(1);
    try (var receiver =
            new WireReceiver((_, connection) -> {
              if (answered.getCount() > 0) {
                answered.countDown();
                WireReceiver.say(connection, WireReceiver.OK);
              } else {
                connection.close();
              }
            });
        var caller = caller(LONG)) {
      assertThat(caller.call(call(receiver.url(), verb, "")).accepted()).isTrue();

      assertThat(caller.call(call(receiver.url(), verb, "")).failure())
          .startsWith("the connection broke");
      assertThat(receiver.requests()).hasSize(2);
    }
  }

  @Test
  void aReceiverMayRefuseABodyBeforeItHasReadIt() throws Exception {
    try (var socket = new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
        var caller = caller(LONG)) {
      Thread.ofVirtual()
          .start(() -> {
            try (Socket connection = socket.accept()) {
              connection.getInputStream().readNBytes(100);
              WireReceiver.say(connection, "HTTP/1.1 413 Too Much\r\nContent-Length: 0\r\n\r\n");
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      String body = ",\"body\":\"" + "x".repeat(50_000_000) + "\"";

      assertThat(caller.call(call("http://127.0.0.1:" + socket.getLocalPort() + "/", "Post", body)))
          .isEqualTo(new CallReply.Answered(413, "", true, null));
    }
  }

  @Test
  void anAnswerThatIsTooLongClosesTheConnection() throws Exception {
    var never = new CountDownLatch(1);
    try (var receiver =
            new WireReceiver((_, connection) -> {
              WireReceiver.say(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
              while (never.getCount() > 0) {
                WireReceiver.say(connection, "10000\r\n" + "x".repeat(0x10000) + "\r\n");
              }
            });
        var caller = caller(LONG)) {
      assertThat(caller.call(post(receiver.url())))
          .isInstanceOfSatisfying(
              CallReply.Answered.class, answer -> assertThat(answer.whole()).isFalse());
      assertThat(receiver.ended()).isEqualTo(1);
    }
  }

  @Test
  void interimAndChunkedAnswersAreUnderstood() throws Exception {
    String answer =
        """
        HTTP/1.1 103 Early Hints
        Link: </a>

        HTTP/1.1 202 Accepted
        Transfer-Encoding: chunked

        2
        ab
        1
        c
        0

        """
            .replace("\n", "\r\n");
    try (var receiver = WireReceiver.answering(answer);
        var caller = caller(LONG)) {
      for (int i = 0; i < 2; i++) {
        assertThat(caller.call(post(receiver.url())))
            .isEqualTo(new CallReply.Answered(202, "abc", true, null));
      }
      assertThat(receiver.requests().getLast().connection()).isEqualTo(1);
    }
  }

  @Test
  void aNameIsReachedAtAnyOfItsAddresses() throws Exception {
    var guard =
        new TargetGuard(
            TestCalls.TARGETS,
            true,
            _ -> List.of(InetAddress.ofLiteral("127.9.9.9"), InetAddress.ofLiteral("127.0.0.1")));
    try (var receiver = WireReceiver.answering(WireReceiver.OK);
        var caller = caller(LONG, guard)) {
      String url = "http://receiver.example:" + receiver.port() + "/";

      assertThat(caller.call(post(url))).matches(CallReply::accepted);
    }
  }

  @Test
  void closingTheCallerEndsItsOpenCalls() throws Exception {
    var begun = new CountDownLatch(1);
    try (var receiver = silent(begun)) {
      Caller caller = caller(LONG);
      var reply = new CompletableFuture<CallReply>();
      Thread.ofVirtual().start(() -> complete(reply, caller, receiver.url()));
      begun.await();

      caller.close();

      assertThat(reply.get()).isEqualTo(new CallReply.Unanswered("the server is stopping"));
      assertThat(caller.call(post(receiver.url()))).isEqualTo(reply.get());
      assertThat(receiver.requests()).hasSize(1);
    }
  }

  @Test
  void anInterruptEndsTheCall() throws Exception {
    var begun = new CountDownLatch(1);
    try (var receiver = silent(begun);
        var caller = caller(LONG)) {
      var reply = new CompletableFuture<CallReply>();
      Thread thread = Thread.ofVirtual().start(() -> complete(reply, caller, receiver.url()));
      begun.await();

      thread.interrupt();

      assertThatThrownBy(reply::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(InterruptedException.class);
    }
  }

  /** A receiver that signals its call to the test and never answers. */
  private static WireReceiver silent(CountDownLatch called) {
    var never = new CountDownLatch(1);
    return new WireReceiver((_, _) -> {
      called.countDown();
      never.await();
    });
  }

  private static void complete(CompletableFuture<CallReply> reply, Caller caller, String url) {
    try {
      reply.complete(caller.call(post(url)));
    } catch (InterruptedException e) {
      reply.completeExceptionally(e);
    }
  }
}
