package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
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

  @Parameters(paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Option(
      names = "--satisfied",
      arity = "1",
      paramLabel = "true|false",
      description = "only edges whose condition was satisfied (or not)")
  private @Nullable Boolean satisfied;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "the maximum number of edges (default: all)")
  private int limit = Integer.MAX_VALUE;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Query query = Query.of("/v1/batches/" + batch + "/edges").with("satisfied", satisfied);
    return options.run((client, out) -> {
      Listing.Page edges = Listing.read(client, query, limit);
      if (out.json()) {
        out.line(edges.json());
      } else if (edges.items().isEmpty()) {
        out.line("No matches.");
      } else {
        TaskNames names = new TaskNames(client, batch);
        out.table(
            edges.items(),
            Column.of("PARENT", edge -> names.name(Column.text(edge, "parent_id"))),
            Column.of("CHILD", edge -> "-> " + names.name(Column.text(edge, "child_id"))),
            Column.of("CONDITION", edge -> condition(edge.path("condition"))),
            Column.of("FACT", EdgesCommand::fact));
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
    return (met.asBoolean() ? "satisfied by " : "not satisfied by ")
        + Column.text(edge, "resolution");
  }
}
