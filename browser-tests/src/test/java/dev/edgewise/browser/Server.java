package dev.edgewise.browser;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.testing.ServerProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** The server under the page, and a worker that does what a test tells it. */
final class Server {
  private static final ServerProcess PROCESS = ServerProcess.shared();
  private static final Client CLIENT = new Client(ServerAccess.to(PROCESS.uri()));

  private Server() {}

  static ServerProcess process() {
    return PROCESS;
  }

  static Client client() {
    return CLIENT;
  }

  /** A task without an on_start, after others. */
  static Map<String, Object> task(String name, String kind, String... parents) {
    Map<String, Object> task = new LinkedHashMap<>();
    task.put("id", name);
    task.put("name", name);
    task.put("kind", kind);
    task.put("timeout", 600);
    task.put("dependencies", List.of(parents).stream().map(Server::dependency).toList());
    return task;
  }

  /** A parent, with another condition than on_success after a colon. */
  private static Map<String, Object> dependency(String text) {
    String[] parts = text.split(":", 2);
    return Map.of("id", parts[0], "condition", parts.length > 1 ? parts[1] : "on_success");
  }

  static UUID submit(String name, List<Map<String, Object>> tasks) {
    return CLIENT
        .send("POST", "/v1/batches", Wire.text(Map.of("name", name, "tasks", tasks)))
        .created()
        .orElseThrow();
  }

  /** Takes whatever of a kind is ready. */
  static List<JsonNode> claim(String kind) {
    Map<String, Object> claim =
        Map.of(
            "worker",
            "browser-test",
            "kinds",
            List.of(kind),
            "max",
            100,
            "wait_secs",
            5,
            "lease_secs",
            600);
    JsonNode taken = CLIENT.send("POST", "/work/claim", Wire.text(claim)).json();
    return StreamSupport.stream(taken.spliterator(), false).toList();
  }

  static void succeed(JsonNode claimed) {
    complete(claimed, Map.of("status", "Success", "result", Map.of("items", List.of(1, 2, 3))));
  }

  static void fail(JsonNode claimed, String reason) {
    complete(claimed, Map.of("status", "Failure", "failure_reason", reason));
  }

  private static void complete(JsonNode claimed, Map<String, Object> outcome) {
    Map<String, Object> completion = new LinkedHashMap<>(outcome);
    completion.put("task_id", claimed.path("task_id").asString(""));
    completion.put("delivery_token", claimed.path("delivery_token").asString(""));
    CLIENT.send("POST", "/work/complete", Wire.text(List.of(completion)));
  }

  static String status(JsonNode claimed) {
    return CLIENT.get("/task/" + claimed.path("task_id").asString("")).path("status").asString("");
  }
}
