package dev.edgewise.server.http.read;

import static dev.edgewise.server.testing.TestTask.task;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.ErrorCode;
import dev.edgewise.server.http.RawExchange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many streams at once share their queries of the database, and do not block other reads. */
@Timeout(120)
class EventStreamsTest {
  private static final int STREAMS = 300;
  private static final int BATCHES = 10;

  private final List<Socket> sockets = new ArrayList<>();
  private final List<UUID> batches = new ArrayList<>();
  private ReadServer server;

  @BeforeEach
  void open() {
    server = new ReadServer();
    for (int i = 0; i < BATCHES; i++) {
      batches.add(server.store.submit(null, task("a").kind("kind-" + i)));
    }
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private Socket stream(UUID batch, String query) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.http.port());
    sockets.add(socket);
    socket.setSoTimeout(30_000);
    socket
        .getOutputStream()
        .write(request("GET", "/batch/" + batch + "/events" + query).getBytes(UTF_8));
    return socket;
  }

  private static String request(String method, String path) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        .formatted(method, path);
  }

  private static void readUntil(Socket socket, String text) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    String line = lines.readLine();
    while (line != null && !line.contains(text)) {
      line = lines.readLine();
    }
    assertThat(line).as("a line with " + text).isNotNull();
  }

  private void openAll() throws IOException {
    for (int i = 0; i < STREAMS; i++) {
      stream(batches.get(i % BATCHES), "");
    }
    for (Socket socket : sockets) {
      readUntil(socket, "pending");
    }
  }

  /** The statements that reads execute while the counter is set. */
  private AtomicInteger countReads() {
    var count = new AtomicInteger();
    server
        .database
        .database()
        .reader()
        .setSqlLogger(
            new SqlLogger() {
              @Override
              public void logAfterExecution(StatementContext context) {
                count.incrementAndGet();
              }
            });
    return count;
  }

  @Test
  void idleStreamsShareTheirQueries() throws Exception {
    openAll();
    AtomicInteger reads = countReads();
    // Each stream queries once more after its first event. If a stream kept querying, this would
    // never
    // become quiet.
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> reads.getAndSet(0) < STREAMS / 4);

    await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(5)).until(() -> true);

    // One poll a second takes a few statements, however many streams there are.
    assertThat(reads.get()).isPositive().isLessThan(STREAMS / 4);
  }

  @Test
  void anEventReachesEveryStreamOfItsBatchAndWakesNoOther() throws Exception {
    openAll();
    await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(3)).until(() -> true);
    AtomicInteger reads = countReads();

    server.store.succeed(server.store.claim("kind-0"), null);

    for (int i = 0; i < STREAMS; i += BATCHES) {
      readUntil(sockets.get(i), "success");
    }
    assertThat(reads.get()).isLessThan(STREAMS);
  }

  @Test
  void readsGoOnWhileStreamsAreOpened() throws Exception {
    for (int i = 0; i < STREAMS; i++) {
      stream(batches.get(i % BATCHES), "");
      if (i % 10 == 0) {
        server.store.submit(null, task("b").kind("other"));
        long begun = System.nanoTime();
        assertThat(server.http.get("/batch/" + batches.getFirst()).statusCode()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(2));
      }
    }
    for (Socket socket : sockets) {
      readUntil(socket, "pending");
    }
  }

  @Test
  void streamsBeyondTheirNumberAreRefusedUntilOneEnds() throws Exception {
    for (int i = 0; i < ReadServer.MAX_STREAMS; i++) {
      stream(batches.getFirst(), "?tail=true");
    }
    for (Socket socket : sockets) {
      readUntil(socket, ":");
    }
    String path = "/batch/" + batches.getFirst() + "/events";
    String closing = request("GET", path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    RawExchange refused = RawExchange.of(server.http.port(), closing);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.head()).contains("Retry-After: ");
    assertThat(refused.body()).contains(ErrorCode.OVERLOADED.type(), "MAX_EVENT_STREAMS");
    assertThat(server.http.get(path).statusCode()).as("without a stream").isEqualTo(200);

    sockets.getFirst().close();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> statusLine(stream(batches.getFirst(), "?tail=true")).contains("200 OK"));
  }

  private static String statusLine(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8)).readLine();
  }

  @Test
  void aHeadRequestForAStreamTakesNoPlace() throws Exception {
    String head = request("HEAD", "/batch/" + batches.getFirst() + "/events");
    for (int i = 0; i < ReadServer.MAX_STREAMS + 5; i++) {
      String closing = head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
      assertThat(RawExchange.of(server.http.port(), closing).status()).isEqualTo(200);
    }
  }
}
