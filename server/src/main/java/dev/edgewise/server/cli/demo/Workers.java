package dev.edgewise.server.cli.demo;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.http.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;

/** Workers that claim the tasks of the examples and do the work in their metadata. */
public final class Workers implements AutoCloseable {

  private static final int MAX_TASKS = 32;
  private static final int WAIT_SECS = 5;

  private final Client client;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean open = true;

  private Workers(Client client) {
    this.client = client;
  }

  public static Workers start(Client client) {
    var workers = new Workers(client);
    workers.threads.execute(workers::work);
    return workers;
  }

  private void work() {
    String claim =
        Wire.text(
            Map.of(
                "worker",
                "demo",
                "kinds",
                Example.workerKinds(),
                "max",
                MAX_TASKS,
                "wait_secs",
                WAIT_SECS));
    while (open) {
      try {
        for (JsonNode task : client.send("POST", "/v1/work/claim", claim).json()) {
          threads.execute(() -> perform(task));
        }
      } catch (ClientException e) {
        // If the demo is stopping, return. Otherwise the next claim fails again and is retried.
        if (!paused()) {
          return;
        }
      }
    }
  }

  private void perform(JsonNode task) {
    StepResult result = StepResult.of(task.path("metadata"), task.path("attempt").asInt(0));
    if (result == null) {
      return;
    }
    Map<String, Object> completion = new HashMap<>(result.completion());
    completion.put("task_id", task.path("task_id").asString(""));
    completion.put("delivery_token", task.path("delivery_token").asString(""));
    try {
      client.send("POST", "/v1/work/complete", Wire.text(List.of(completion)));
    } catch (ClientException e) {
      // The lease expires and the task is retried.
    }
  }

  private boolean paused() {
    try {
      Thread.sleep(200);
      return open;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    open = false;
    threads.shutdownNow();
  }
}
