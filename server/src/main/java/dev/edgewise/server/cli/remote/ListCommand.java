package dev.edgewise.server.cli.remote;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists batches, newest first. */
@Command(name = "list", description = "Lists batches, newest first.", sortOptions = false)
public final class ListCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Option(names = "--kind", paramLabel = "KIND", description = "only with a task of this kind")
  private @Nullable String kind;

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      description = "only those whose name, or a task's, contains this")
  private @Nullable String name;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "running, succeeded, failed, canceled, or a status of some task")
  private @Nullable String status;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many at most (default: 20)")
  private int limit;

  @Override
  public Integer call() throws Exception {
    return options.ask((client, out) -> {
      Reply reply = client.send("GET", "/batches?" + query(), "");
      if (options.json()) {
        out.println(reply.body());
        return 0;
      }
      for (JsonNode batch : reply.json()) {
        out.printf(
            "%s  %-9s  %6d tasks  %s  %s%n",
            batch.path("batch_id").asString(""),
            batch.path("state").asString(""),
            batch.path("total_tasks").asLong(0),
            batch.path("created_at").asString("").replaceFirst("\\.\\d+Z$", "Z"),
            batch.path("name").asString(""));
      }
      if (reply.next() != null) {
        out.println("There are more: ask for them with --limit, or narrow the list.");
      }
      return 0;
    });
  }

  private String query() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("page_size", String.valueOf(limit));
    if (kind != null) {
      parameters.put("kind", kind);
    }
    if (name != null) {
      parameters.put("name", name);
    }
    if (status != null) {
      parameters.put("status", status);
    }
    return parameters.entrySet().stream()
        .map(each ->
            each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
