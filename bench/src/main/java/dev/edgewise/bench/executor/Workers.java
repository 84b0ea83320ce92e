package dev.edgewise.bench.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.bench.http.Connection;
import dev.edgewise.bench.http.Reply;
import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Workers that ask for several tasks at once and report their ends together. */
public final class Workers implements Executor {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int OK = 200;

  private final ServerProcess server;
  private final int count;
  private final byte[] claim;
  private final AtomicLong exchanges = new AtomicLong();
  private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
  private List<Thread> threads = List.of();
  private Timeline timeline = new Timeline();
  private volatile boolean open;

  private record Held(UUID task, String token) {}

  /**
   * Workers that are still idle.
   *
   * @param count how many ask at the same time
   * @param atOnce how many tasks each asks for
   */
  public Workers(ServerProcess server, int count, int atOnce) {
    this.server = server;
    this.count = count;
    this.claim =
        "{\"worker\":\"bench\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":1}"
            .formatted(Submission.KIND, atOnce)
            .getBytes(UTF_8);
  }

  @Override
  public byte[] submission(Graph graph) {
    return Submission.of(graph);
  }

  @Override
  public void begin() {
    timeline = new Timeline();
    exchanges.set(0);
    open = true;
    threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofVirtual().name("worker-" + i).start(this::work));
    }
  }

  private void work() {
    try (Connection connection = server.connect()) {
      while (open) {
        List<Held> held = held(connection.post("/work/claim", claim).accepted());
        exchanges.incrementAndGet();
        if (!held.isEmpty()) {
          complete(connection, held);
        }
      }
    } catch (RuntimeException e) {
      if (open) {
        failure.compareAndSet(null, e);
      }
    }
  }

  private List<Held> held(Reply reply) {
    List<Held> held = new ArrayList<>();
    UUID task = null;
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), reply.body())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.PROPERTY_NAME) {
          String name = json.currentName();
          json.nextToken();
          json.skipChildren();
          if (name.equals("task_id")) {
            task = UUID.fromString(json.getString());
            timeline.arrived(task);
          } else if (name.equals("delivery_token") && task != null) {
            held.add(new Held(task, json.getString()));
          }
        }
      }
    }
    return held;
  }

  private void complete(Connection connection, List<Held> held) {
    var body = new StringBuilder(held.size() * 150).append('[');
    for (Held each : held) {
      body.append(body.length() == 1 ? "" : ",").append("{\"task_id\":\"").append(each.task());
      body.append("\",\"delivery_token\":\"").append(each.token());
      body.append("\",\"status\":\"Success\"}");
    }
    held.forEach(each -> timeline.ended(each.task()));
    Reply reply = connection.post("/work/complete", body.append(']').toString().getBytes(UTF_8));
    exchanges.incrementAndGet();
    int good = reply.text().split("\"ok\"", -1).length - 1;
    if (reply.status() != OK || good != held.size()) {
      throw new IllegalStateException("completions were refused: " + reply.text());
    }
  }

  @Override
  public void check() {
    RuntimeException first = failure.get();
    if (first != null) {
      throw first;
    }
  }

  @Override
  public Timeline end() {
    open = false;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    check();
    return timeline;
  }

  @Override
  public long exchanges() {
    return exchanges.get();
  }

  @Override
  public Duration processorTime() {
    return Duration.ZERO;
  }

  @Override
  public void close() {
    open = false;
    threads.forEach(Thread::interrupt);
  }
}
