package dev.edgewise.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.Json;
import dev.edgewise.server.testing.LogCapture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers whose source fails: the client gets an error, or sees that the answer is incomplete. */
@Timeout(60)
class BrokenAnswersTest {
  private static final int BEYOND_THE_FIRST_BYTES_SENT = 100_000;

  private static RunningServer server;

  @BeforeAll
  static void start() {
    server =
        new RunningServer(
            Map.of(),
            Route.get("/few", "Fails before anything was sent")
                .open()
                .by(_ -> Answer.ok(failingAfter(10)).header("X-Next-Cursor", "11")),
            Route.get("/many", "Fails when much was sent")
                .open()
                .by(_ -> Answer.ok(failingAfter(BEYOND_THE_FIRST_BYTES_SENT))),
            Route.get("/stream", "Fails between two pieces")
                .open()
                .by(_ ->
                    new Answer(
                        200,
                        Map.of(),
                        new Answer.Streamed(
                            "text/plain",
                            out -> {
                              out.write("first ".getBytes(StandardCharsets.UTF_8));
                              out.flush();
                              throw outage();
                            }))),
            Route.get("/events", "Fails between two events")
                .open()
                .by(_ ->
                    Answer.events(stream -> {
                      stream.send("1", "only", new Json("{}"));
                      throw outage();
                    })));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Iterator<Integer> failingAfter(int count) {
    return IntStream.rangeClosed(0, count)
        .mapToObj(i -> {
          if (i == count) {
            throw outage();
          }
          return i;
        })
        .iterator();
  }

  /** As the driver fails when the database closes the connection. */
  private static RuntimeException outage() {
    return new IllegalStateException(
        new SQLException("closed", "08006", new SocketException("Connection reset")));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.uri(path));
  }

  @Test
  void anAnswerOfWhichNothingWasSentBecomesTheErrorThatEndedIt() throws Exception {
    HttpResponse<String> reply = server.send(request("/few"));
    assertThat(reply.statusCode()).isEqualTo(503);
    assertThat(reply.headers().firstValue("Retry-After")).isPresent();
    assertThat(reply.headers().firstValue("X-Next-Cursor")).isEmpty();
    assertThat(reply.headers().allValues("Content-Type"))
        .containsExactly("application/problem+json");
    assertThat(reply.body()).startsWith("{").contains("database-unavailable").endsWith("}");
    assertThat(server.metrics.scrape()).contains("status=\"503\"").doesNotContain("status=\"500\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/many", "/stream", "/events"})
  void anAnswerInChunksThatBreaksOffLacksItsLastChunk(String path) throws IOException {
    for (String encoding : new String[] {"identity", "gzip"}) {
      RawExchange broken =
          RawExchange.of(
              server.port(),
              "GET %s HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: %s\r\n\r\n"
                  .formatted(path, encoding));
      assertThat(broken.status()).isEqualTo(200);
      assertThatThrownBy(broken::unchunked).hasMessage("the body ends without its last chunk");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/many", "/stream", "/events"})
  void anHttp10AnswerThatBreaksOffResetsTheConnection(String path) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket
          .getOutputStream()
          .write(("GET " + path + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class);
    }
  }

  @Test
  void theLogNamesTheDatabaseAsTheReason() throws IOException {
    try (var log = new LogCapture(Dispatcher.class.getName())) {
      RawExchange.of(server.port(), "GET /many HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(log.lines())
          .anyMatch(line -> line.startsWith("WARNING") && line.contains("database"));
    }
  }
}
