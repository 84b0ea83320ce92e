package dev.edgewise.bench.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.bench.http.Connection;
import dev.edgewise.bench.http.Reply;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The program that is called by webhooks. It lets no call go on before its gate is open, and then
 * either says in its answer that the task has succeeded, or answers and reports that afterwards.
 */
final class Receiver {

  static final String OPEN = "/open";
  static final String CLOSE = "/close";
  static final String EXCHANGES = "exchanges";
  static final String FAILURES = "failures";

  private static final HeaderName TASK = HeaderNames.create("X-Task-Id");
  private static final byte[] SUCCESS = "{\"status\":\"Success\"}".getBytes(UTF_8);

  private final boolean sync;
  private final LinkedBlockingQueue<Report> reports = new LinkedBlockingQueue<>();
  private final AtomicLong exchanges = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private volatile Timeline timeline = new Timeline();
  private volatile CountDownLatch gate = new CountDownLatch(1);

  /** An end to be reported. */
  private record Report(UUID task, URI handle) {}

  private Receiver(boolean sync) {
    this.sync = sync;
  }

  /** Takes whether to answer with the end, and how many ends may be reported at once. */
  public static void main(String[] arguments) {
    var receiver = new Receiver(Boolean.parseBoolean(arguments[0]));
    for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
      Thread.ofVirtual().start(receiver::report);
    }
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .shutdownHook(false)
            .routing(routing ->
                routing.post(OPEN, receiver::open).post(CLOSE, receiver::close).any(receiver::call))
            .build()
            .start();
    System.out.println("port " + server.port());
  }

  private void open(ServerRequest request, ServerResponse response) {
    timeline = new Timeline();
    exchanges.set(0);
    gate.countDown();
    response.send();
  }

  private void close(ServerRequest request, ServerResponse response) {
    gate = new CountDownLatch(1);
    response.header(EXCHANGES, exchanges.toString());
    response.header(FAILURES, failures.toString());
    response.send(timeline.bytes());
  }

  private void call(ServerRequest request, ServerResponse response) throws InterruptedException {
    gate.await();
    exchanges.incrementAndGet();
    UUID task = UUID.fromString(request.headers().get(TASK).get());
    timeline.arrived(task);
    if (sync) {
      timeline.ended(task);
      response.send(SUCCESS);
    } else {
      response.send();
      reports.add(new Report(task, URI.create(request.query().get("handle"))));
    }
  }

  private void report() {
    try {
      Report report = reports.take();
      try (Connection connection = new Connection(report.handle().getPort())) {
        for (; ; report = reports.take()) {
          timeline.ended(report.task());
          URI handle = report.handle();
          Reply reply =
              connection.send("PATCH", handle.getRawPath() + "?" + handle.getRawQuery(), SUCCESS);
          exchanges.incrementAndGet();
          if (reply.status() != 200) {
            failures.incrementAndGet();
            System.out.println(
                "PATCH " + handle + " answered " + reply.status() + ": " + reply.text());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
