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
    String body = "{" + claiming(max) + "}";
    Reply reply = connection.post("/work/claim", body.getBytes(UTF_8)).accepted();
    return held(reply.body());
  }

  /** Reports the success of tasks in one request; each must be accepted. */
  public void complete(List<Held> ended) {
    Reply reply = connection.post("/work/complete", ends(ended).getBytes(UTF_8));
    checkAccepted(ended, reply);
  }

  /** Does both in one request. */
  public List<Held> next(List<Held> ended, int max) {
    String body = "{\"completions\":%s,%s}".formatted(ends(ended), claiming(max));
    Reply reply = connection.post("/work/next", body.getBytes(UTF_8));
    checkAccepted(ended, reply);
    return held(reply.body());
  }

  private static String claiming(int max) {
    return "\"worker\":\"bench\",\"kinds\":[\"%s\"],\"max\":%d,\"wait_secs\":1"
        .formatted(Submission.KIND, max);
  }

  private static String ends(List<Held> ended) {
    return ended.stream()
        .map(each ->
            "{\"task_id\":\"%s\",\"delivery_token\":\"%s\",\"status\":\"Success\"}"
                .formatted(each.task(), each.token()))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static void checkAccepted(List<Held> ended, Reply reply) {
    int good = reply.text().split("\"result\":\"ok\"", -1).length - 1;
    if (reply.status() != OK || good != ended.size()) {
      throw new IllegalStateException("completions were refused: " + reply.text());
    }
  }

  /** The tasks that an answer hands out, which alone have a token. */
  private static List<Held> held(byte[] answer) {
    List<Held> held = new ArrayList<>();
    UUID task = null;
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), answer)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.VALUE_STRING && "task_id".equals(json.currentName())) {
          task = UUID.fromString(json.getString());
        } else if (token == JsonToken.VALUE_STRING
            && "delivery_token".equals(json.currentName())
            && task != null) {
          held.add(new Held(task, json.getString()));
        }
      }
    }
    return held;
  }

  @Override
  public void close() {
    connection.close();
  }
}
