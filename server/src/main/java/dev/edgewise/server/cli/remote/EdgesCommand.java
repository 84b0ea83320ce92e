package dev.edgewise.server.cli.remote;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows the edges of a batch and the fact of each. */
@Command(
    name = "edges",
    description = "Shows the edges of a batch and the fact of each.",
    sortOptions = false)
public final class EdgesCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Option(
      names = "--satisfied",
      arity = "1",
      paramLabel = "true|false",
      description = "only edges whose condition was satisfied (or not)")
  private @Nullable Boolean satisfied;

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      String filter = satisfied == null ? "" : "?satisfied=" + satisfied;
      ServerReply reply = client.send("GET", "/batch/" + batch + "/edges" + filter, "");
      if (options.json()) {
        out.println(reply.body());
        return 0;
      }
      Map<String, String> names = new HashMap<>();
      client
          .get("/dag/" + batch)
          .path("tasks")
          .forEach(task -> names.put(text(task, "id"), text(task, "name")));
      for (JsonNode edge : reply.json()) {
        out.printf(
            "%-24s -> %-24s  %-10s  %s%n",
            name(names, text(edge, "parent_id")),
            name(names, text(edge, "child_id")),
            condition(edge.path("condition")),
            fact(edge));
      }
      return 0;
    });
  }

  /** The name of a condition, or its outcomes. */
  private static String condition(JsonNode condition) {
    return condition.isArray()
        ? condition.valueStream().map(JsonNode::asString).collect(Collectors.joining(","))
        : condition.asString("");
  }

  private static String fact(JsonNode edge) {
    JsonNode met = edge.path("satisfied");
    if (!met.isBoolean()) {
      return "open";
    }
    return (met.asBoolean() ? "satisfied by " : "not satisfied by ") + text(edge, "resolution");
  }

  /** The name of a task, or the ID of a parent in another batch. */
  private static String name(Map<String, String> names, String id) {
    return names.getOrDefault(id, id);
  }

  private static String text(JsonNode node, String member) {
    return node.path(member).asString("");
  }
}
