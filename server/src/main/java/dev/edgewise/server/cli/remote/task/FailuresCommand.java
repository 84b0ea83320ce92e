package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists final failures in groups. */
@Command(
    name = "failures",
    description = "Lists the final failures of all batches, grouped by kind and reason.",
    sortOptions = false)
public final class FailuresCommand implements Callable<Integer> {

  @Option(names = "--kind", paramLabel = "KIND", description = "only tasks of this kind")
  private @Nullable String kind;

  @Option(
      names = "--label",
      paramLabel = "KEY:VALUE",
      description = "only tasks of batches with this label; repeatable")
  private List<String> labels = List.of();

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Query query = Query.of("/v1/failures").with("kind", kind);
    labels.forEach(label -> query.with("label", label));
    return options.run((client, out) ->
        listing.print(
            client,
            out,
            query,
            Column.of("COUNT", "count"),
            Column.of("KIND", "kind"),
            Column.time("LAST", "last_at"),
            Column.of("SAMPLE TASK", "sample_task_id"),
            Column.of("REASON", "reason")));
  }
}
