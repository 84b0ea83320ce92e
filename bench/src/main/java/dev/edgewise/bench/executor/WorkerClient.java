package dev.edgewise.bench.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.bench.http.Connection;
import dev.edgewise.bench.http.Reply;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The worker protocol over one connection. */
public final class WorkerClient implements AutoCloseable {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int OK = 200;

  private final Connection connection;

  /** A claimed task and what proves the claim. */
  public record Held(UUID task, String token) {}

  public WorkerClient(ServerProcess server) {
    this.connection = server.connect();
  }

  /** Takes up to so many tasks, waiting a second for the first. */
  public List<Held> claim(int max) {
    String body =
        "{\"worker\":\"bench\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":1}"
            .formatted(Submission.KIND, max);
    Reply reply = connection.post("/work/claim", body.getBytes(UTF_8)).accepted();
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
          } else if (name.equals("delivery_token") && task != null) {
            held.add(new Held(task, json.getString()));
          }
        }
      }
    }
    return held;
  }

  /** Reports the success of tasks in one request; each must be accepted. */
  public void complete(List<Held> held) {
    String body =
        held.stream()
            .map(each ->
                "{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}"
                    .formatted(each.task(), each.token()))
            .collect(Collectors.joining(",", "[", "]"));
    Reply reply = connection.post("/work/complete", body.getBytes(UTF_8));
    int good = reply.text().split("\"ok\"", -1).length - 1;
    if (reply.status() != OK || good != held.size()) {
      throw new IllegalStateException("completions were refused: " + reply.text());
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
