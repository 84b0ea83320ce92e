package dev.edgewise.server.cli.demo;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.http.Wire;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A submitted example, whose progress is printed. */
public final class ExampleRun {

  private final Example example;
  private final Client client;
  private final DemoOutput output;
  private final UUID batch;
  private final Map<String, String> printed = new HashMap<>();
  private boolean ended;
  private boolean asExpected;

  private ExampleRun(Example example, Client client, DemoOutput output, UUID batch) {
    this.example = example;
    this.client = client;
    this.output = output;
    this.batch = batch;
  }

  public static ExampleRun submit(
      Example example, Client client, Receiver receiver, DemoOutput output) {
    String submission = Wire.text(example.submission(receiver.address()));
    UUID batch = client.send("POST", "/v1/batches", submission).created().orElseThrow();
    output.submitted(example, batch);
    return new ExampleRun(example, client, output, batch);
  }

  /** Whether all tasks have ended. */
  public boolean ended() {
    return ended;
  }

  /** Whether every task ended with its expected status. */
  public boolean asExpected() {
    return asExpected;
  }

  /** Reads the batch and prints the changes since the last call. */
  public void poll() {
    if (ended) {
      return;
    }
    JsonNode tasks = client.get("/v1/batches/" + batch + "/graph").path("tasks");
    Map<String, String> statuses = new LinkedHashMap<>();
    for (JsonNode task : tasks) {
      String name = task.path("name").asString("");
      String status = task.path("status").asString("");
      statuses.put(name, status);
      int attempt = task.path("attempt").asInt(0);
      String moved = status + attempt;
      if (!moved.equals(printed.put(name, moved)) && !status.equals("Waiting")) {
        output.moved(example, name, status, attempt);
      }
    }
    ended = statuses.values().stream().allMatch(ExampleRun::terminal);
    if (ended) {
      asExpected = statuses.equals(example.endings());
      output.ended(
          example,
          asExpected,
          statuses.values().stream()
              .collect(
                  Collectors.groupingBy(each -> each, LinkedHashMap::new, Collectors.counting())));
    }
  }

  private static boolean terminal(String status) {
    return switch (status) {
      case "Success", "Failure", "Canceled", "Skipped" -> true;
      default -> false;
    };
  }
}
