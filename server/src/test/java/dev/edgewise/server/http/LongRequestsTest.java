package dev.edgewise.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.api.Json;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that outlast a stop, streams without end, and clients that fall silent. */
@Timeout(60)
class LongRequestsTest {

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  private final Route slow =
      Route.get("/slow", "Ends when released")
          .open()
          .by(request -> {
            arrived.countDown();
            released.await();
            return Answer.ok("done");
          });

  @Test
  void aStopWaitsForOpenRequestsAndRefusesNewOnes() throws Exception {
    try (var server = new RunningServer(Map.of("DRAIN_TIMEOUT_SECS", "30"), slow)) {
      var answer = sendAsync(server, "/slow");
      arrived.await();
      var stopped = CompletableFuture.runAsync(server::stop);
      Awaitility.await().until(() -> server.get("/slow").statusCode() == 503);
      assertThat(stopped).isNotDone();
      released.countDown();
      assertThat(answer.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"done\"");
      stopped.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void aStopDoesNotWaitForever() throws Exception {
    try (var server = new RunningServer(Map.of("DRAIN_TIMEOUT_SECS", "1"), slow)) {
      var answer = sendAsync(server, "/slow");
      arrived.await();
      long begun = System.nanoTime();
      server.stop();
      assertThat(Duration.ofNanos(System.nanoTime() - begun))
          .isBetween(Duration.ofMillis(900), Duration.ofSeconds(8));
      assertThat(answer).failsWithin(Duration.ofSeconds(10));
    }
  }

  @Test
  void streamsDeliverEventsAsTheyHappenAndEndWithTheServer() throws Exception {
    var stopSignal = new StopSignal();
    Route events =
        Route.get("/events", "Events")
            .open()
            .by(request ->
                Answer.events(stream -> {
                  stream.send("1", "first", new Json("{\"a\":1}"));
                  stream.keepAlive();
                  stopSignal.await(Duration.ofSeconds(30));
                  stream.send("2", "last", Map.of("b", 2));
                }));
    try (var server = new RunningServer(Map.of(), stopSignal, events)) {
      HttpResponse<Stream<String>> answer =
          server
              .client()
              .send(
                  HttpRequest.newBuilder(server.uri("/events")).build(),
                  HttpResponse.BodyHandlers.ofLines());
      assertThat(answer.headers().firstValue("content-type")).hasValue("text/event-stream");
      var lines = answer.body().iterator();
      assertThat(lines.next()).isEqualTo("id: 1");
      assertThat(lines.next()).isEqualTo("event: first");
      assertThat(lines.next()).isEqualTo("data: {\"a\":1}");
      assertThat(lines.next()).isEmpty();
      assertThat(lines.next()).isEqualTo(":");
      assertThat(lines.next()).isEmpty();
      server.stop();
      assertThat(lines.next()).isEqualTo("id: 2");
      assertThat(lines.next()).isEqualTo("event: last");
      assertThat(lines.next()).isEqualTo("data: {\"b\":2}");
      assertThat(lines.next()).isEmpty();
      assertThat(lines.hasNext()).isFalse();
    }
  }

  @Test
  void aStreamEndsWhenItsClientHasGone() throws Exception {
    var stopSignal = new StopSignal();
    var ended = new CountDownLatch(1);
    Route endless =
        Route.get("/endless", "Until the client goes")
            .open()
            .by(request ->
                Answer.events(stream -> {
                  try {
                    while (!stopSignal.await(Duration.ofMillis(20))) {
                      stream.keepAlive();
                    }
                  } finally {
                    ended.countDown();
                  }
                }));
    try (var server = new RunningServer(Map.of(), stopSignal, endless)) {
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
        socket
            .getOutputStream()
            .write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(server.get("/endless-not").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aClientThatFallsSilentIsDisconnected() throws Exception {
    try (var server = new RunningServer(Map.of("IDLE_TIMEOUT_SECS", "1"), slow)) {
      for (String start :
          new String[] {
            "",
            "GET /slow HT",
            "GET /slow HTTP/1.1\r\nHost: localhost\r\n",
            "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
          }) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          socket.setSoTimeout(10_000);
          socket.getOutputStream().write(start.getBytes(UTF_8));
          socket.getInputStream().readAllBytes();
        }
      }
    }
  }

  @Test
  void aClientThatDoesNotReadItsAnswerIsDisconnected() throws Exception {
    var ended = new CountDownLatch(1);
    Route endless =
        Route.get("/endless", "More than any buffer holds")
            .open()
            .by(request ->
                Answer.events(stream -> {
                  try {
                    while (!Thread.currentThread().isInterrupted()) {
                      stream.send("1", "filling", Map.of("text", "x".repeat(100_000)));
                    }
                  } finally {
                    ended.countDown();
                  }
                }));
    try (var server = new RunningServer(Map.of("IDLE_TIMEOUT_SECS", "1"), endless);
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aClientThatReadsItsAnswerSlowlyGetsAllOfIt() throws Exception {
    Route large =
        Route.get("/large", "More than the buffers hold")
            .open()
            .by(request ->
                Answer.events(stream -> {
                  for (int i = 0; i < 200; i++) {
                    stream.send("1", "filling", Map.of("text", "x".repeat(100_000)));
                  }
                }));
    try (var server = new RunningServer(Map.of("IDLE_TIMEOUT_SECS", "1"), large);
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(
              "GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(UTF_8));
      long read = 0;
      var pauses = new CountDownLatch(1);
      for (int i = 0; i < 6; i++) {
        // Less than the time-out, but all pauses together are more.
        assertThat(pauses.await(500, TimeUnit.MILLISECONDS)).isFalse();
        read += socket.getInputStream().readNBytes(3_000_000).length;
      }
      read += socket.getInputStream().readAllBytes().length;
      assertThat(read).isGreaterThan(200 * 100_000);
    }
  }

  @Test
  void aLongRequestOutlivesTheIdleTimeout() throws Exception {
    try (var server = new RunningServer(Map.of("IDLE_TIMEOUT_SECS", "1"), slow)) {
      var answer = sendAsync(server, "/slow");
      arrived.await();
      CompletableFuture.delayedExecutor(2500, TimeUnit.MILLISECONDS).execute(released::countDown);
      assertThat(answer.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"done\"");
    }
  }

  private static CompletableFuture<HttpResponse<String>> sendAsync(
      RunningServer server, String path) {
    return server
        .client()
        .sendAsync(
            HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
