package dev.edgewise.server.cli.remote;

import dev.edgewise.server.http.Wire;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Lists batches, or the tasks of a batch. */
@Command(
    name = "list",
    description = "Lists batches, or the tasks of a batch, newest first.",
    sortOptions = false)
public final class ListCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "BATCH", arity = "0..1", description = "lists the tasks of this batch")
  private @Nullable String batch;

  @Option(names = "--kind", paramLabel = "KIND", description = "only tasks of this kind")
  private @Nullable String kind;

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description =
          "only tasks with this text in the name, or batches with it in theirs or a task's")
  private @Nullable String name;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "a task status; for batches also running, succeeded, failed, canceled")
  private @Nullable String status;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "the maximum number of entries (default: 20)")
  private int limit;

  @Override
  public Integer call() throws Exception {
    if (limit < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be at least 1");
    }
    return options.run((client, out) -> {
      if (batch != null) {
        // Fails for an unknown batch instead of printing an empty list.
        client.get("/batch/" + batch);
      }
      List<JsonNode> shown = new ArrayList<>();
      String next = null;
      // The server limits the size of a page.
      do {
        ServerReply page = client.send("GET", path(limit - shown.size(), next), "");
        page.json().forEach(shown::add);
        next = page.next();
      } while (next != null && shown.size() < limit);
      if (options.json()) {
        out.println(Wire.text(shown));
        return 0;
      }
      for (JsonNode each : shown) {
        out.println(batch == null ? batch(each) : task(each));
      }
      if (shown.isEmpty()) {
        out.println("No matches.");
      } else if (next != null) {
        out.println("There are more. Raise --limit, or add filters.");
      }
      return 0;
    });
  }

  private static String batch(JsonNode batch) {
    return "%s  %-9s  %12s  %s  %s"
        .formatted(
            batch.path("batch_id").asString(""),
            batch.path("state").asString(""),
            Plurals.tasks(batch.path("total_tasks").asLong(0)),
            batch.path("created_at").asString("").replaceFirst("\\.\\d+Z$", "Z"),
            batch.path("name").asString(""));
  }

  private static String task(JsonNode task) {
    return "%s  %-12s  attempt %d  %-16s  %s"
        .formatted(
            task.path("id").asString(""),
            task.path("status").asString(""),
            task.path("attempt").asInt(0),
            task.path("kind").asString(""),
            task.path("name").asString(""));
  }

  private String path(int size, @Nullable String cursor) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("page_size", String.valueOf(size));
    put(parameters, "cursor", cursor);
    put(parameters, "batch_id", batch);
    put(parameters, "kind", kind);
    put(parameters, "name", name);
    put(parameters, "status", status);
    return parameters.entrySet().stream()
        .map(each ->
            each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&", batch == null ? "/batches?" : "/task?", ""));
  }

  private static void put(Map<String, String> parameters, String name, @Nullable String value) {
    if (value != null) {
      parameters.put(name, value);
    }
  }
}
