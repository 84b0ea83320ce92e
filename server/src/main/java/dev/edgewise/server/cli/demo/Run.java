package dev.edgewise.server.cli.demo;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.http.Wire;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One submission of an example, told as it goes on. */
public final class Run {

  private final Example example;
  private final Client client;
  private final Teller teller;
  private final UUID batch;
  private final Map<String, String> told = new HashMap<>();
  private boolean ended;
  private boolean asExpected;

  private Run(Example example, Client client, Teller teller, UUID batch) {
    this.example = example;
    this.client = client;
    this.teller = teller;
    this.batch = batch;
  }

  public static Run submit(Example example, Client client, Receiver receiver, Teller teller) {
    String submission = Wire.text(example.submission(receiver.address()));
    UUID batch = client.send("POST", "/task", submission).created().orElseThrow();
    teller.submitted(example, batch);
    return new Run(example, client, teller, batch);
  }

  /** Whether everything has ended. */
  public boolean ended() {
    return ended;
  }

  /** Whether every task ended as the example says. */
  public boolean asExpected() {
    return asExpected;
  }

  /** Tells what has moved since the last look. */
  public void look() {
    if (ended) {
      return;
    }
    JsonNode tasks = client.get("/dag/" + batch).path("tasks");
    Map<String, String> statuses = new LinkedHashMap<>();
    for (JsonNode task : tasks) {
      String name = task.path("name").asString("");
      String status = task.path("status").asString("");
      statuses.put(name, status);
      int attempt = task.path("attempt").asInt(0);
      String moved = status + attempt;
      if (!moved.equals(told.put(name, moved)) && !status.equals("Waiting")) {
        teller.moved(example, name, status, attempt);
      }
    }
    ended = statuses.values().stream().allMatch(Run::terminal);
    if (ended) {
      asExpected = statuses.equals(example.endings());
      teller.ended(
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
