package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.api.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Request bodies that stop in the middle. */
@Timeout(30)
class SilentBodiesTest {
  private final CompletableFuture<ErrorCode> refusal = new CompletableFuture<>();
  private RunningServer server;

  @BeforeEach
  void start() {
    server =
        new RunningServer(
            Map.of("IDLE_TIMEOUT_SECS", "1"),
            Route.get("/few", "A short list").open().by(_ -> Answer.ok(new int[] {1, 2})),
            Route.post("/echo", "Echo").open().by(this::echo));
  }

  private Answer echo(Request request) {
    try {
      return Answer.ok(request.body(Json.class));
    } catch (ApiException e) {
      refusal.complete(e.code());
      throw e;
    }
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aBodyThatFallsSilentIsA408() throws Exception {
    RawExchange answer =
        RawExchange.of(
            server.port(),
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n[1,");

    assertThat(answer.status()).isEqualTo(408);
  }

  /**
   * Other requests keep the connection itself from being idle. The JDK's client shows no answer
   * before it has sent its body, so the handler is asked.
   */
  @Test
  void aBodyThatFallsSilentOverHttp2IsGivenUpWhileItsConnectionIsBusy() throws Exception {
    // The first exchange is the one that changes the connection to HTTP/2.
    assertThat(few().version()).isEqualTo(HttpClient.Version.HTTP_2);
    var silent =
        server
            .client()
            .sendAsync(
                HttpRequest.newBuilder(server.uri("/echo"))
                    .POST(BodyPublishers.fromPublisher(SilentBodiesTest::beginOnly, 100))
                    .build(),
                BodyHandlers.ofString());
    while (!refusal.isDone()) {
      assertThat(few().body()).isEqualTo("[1,2]");
    }
    silent.cancel(true);

    assertThat(refusal.join()).isEqualTo(ErrorCode.REQUEST_TIMEOUT);
    assertThat(few().body()).isEqualTo("[1,2]");
  }

  private HttpResponse<String> few() throws Exception {
    return server.send(HttpRequest.newBuilder(server.uri("/few")));
  }

  private static void beginOnly(Subscriber<? super ByteBuffer> to) {
    to.onSubscribe(
        new Subscription() {
          private boolean begun;

          @Override
          public void request(long n) {
            if (!begun) {
              begun = true;
              to.onNext(ByteBuffer.wrap("[1,".getBytes(UTF_8)));
            }
          }

          @Override
          public void cancel() {}
        });
  }
}
