package dev.edgewise.server.cli;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.app.SubmissionWarmUp;
import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ServerAccess;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.logging.LogSetup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/**
 * Starts a server, runs typical work on it and stops it, so that the JVM records the classes and
 * profiles that servers need.
 *
 * <p>The launcher turns the recording into a cache that later starts use.
 */
@Command(name = "rehearse", hidden = true, description = "Starts and stops a server once.")
final class RehearseCommand implements Callable<Integer> {

  /** The rehearsal is aborted after this time. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String BATCH =
      """
      [{"id": "a", "name": "a", "kind": "rehearsal", "let": "1"},
       {"id": "b", "name": "b", "kind": "rehearsal", "let": "a + 1"}]
      """;

  /** Enough tasks for the JVM to find the hot code. */
  private static final int TASKS = 20_000;

  private static final int CLAIMS = 60;

  private static final String CLAIM =
      """
      {"worker": "rehearsal", "kinds": ["rehearsal"], "max": 100}
      """;

  private static final List<String> PATHS =
      List.of("/ready", "/metrics", "/api-docs", "/", "/ui/app.js", "/v1/batches");

  @Option(names = "--folder", required = true, description = "the data folder")
  private Path folder = Path.of("");

  @Option(names = "--client", description = "also writes a cache for the commands to this file")
  private @Nullable Path clientCache;

  @Override
  public Integer call() throws IOException, InterruptedException {
    CompletableFuture.delayedExecutor(LIMIT.toSeconds(), TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1));
    Map<String, String> flags =
        Map.of("--port", "0", "--log-level", "error", "--edgewise-data-dir", folder.toString());
    if (!(ConfigurationReader.read(flags, Map.of()) instanceof Configuration.Valid valid)) {
      throw new IllegalStateException("The settings of the rehearsal are invalid");
    }
    LogSetup.apply(valid.settings().observation());
    try (Edgewise edgewise = Edgewise.start(valid);
        Client client =
            new Client(ServerAccess.to(URI.create("http://127.0.0.1:" + edgewise.port())))) {
      UUID batch = client.send("POST", "/v1/batches", BATCH).created().orElseThrow();
      // Loads the layout code, so that the first graph in the UI opens quickly.
      client.get("/v1/batches/" + batch + "/graph/layout");
      for (String path : PATHS) {
        client.send("GET", path, "");
      }
      work(client);
      if (clientCache != null) {
        rehearseClient(clientCache, client.at("").toString());
      }
    }
    return 0;
  }

  /**
   * Lists batches in a process of its own, with the options that the launcher gives to commands.
   */
  private static void rehearseClient(Path cache, String server)
      throws IOException, InterruptedException {
    new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:AOTCacheOutput=" + cache,
            "-jar",
            System.getProperty("java.class.path"),
            "list",
            "--server=" + server)
        .inheritIO()
        .start()
        .waitFor();
  }

  /** Submits many tasks with three parents each and completes some of them. */
  private static void work(Client client) {
    client.send("POST", "/v1/batches", SubmissionWarmUp.graph("rehearsal", TASKS));
    for (int i = 0; i < CLAIMS; i++) {
      StringJoiner ends = new StringJoiner(",", "[", "]");
      for (JsonNode task : client.send("POST", "/v1/work/claim", CLAIM).json()) {
        ends.add(
            """
            {"task_id": %s, "delivery_token": %s, "status": "Success"}\
            """
                .formatted(task.get("task_id"), task.get("delivery_token")));
      }
      client.send("POST", "/v1/work/complete", ends.toString());
    }
  }
}
