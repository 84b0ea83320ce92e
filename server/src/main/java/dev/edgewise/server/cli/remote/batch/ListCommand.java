package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists batches, or the tasks of a batch. */
@Command(
    name = "list",
    description = "Lists batches, or the tasks of a batch, newest first.",
    sortOptions = false)
public final class ListCommand implements Callable<Integer> {

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

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Query query =
        Query.of(batch == null ? "/v1/batches" : "/v1/batches/" + batch + "/tasks")
            .with("kind", kind)
            .with("name", name)
            .with("status", status);
    return options.run((client, out) -> {
      if (batch == null) {
        return listing.print(
            client,
            out,
            query,
            Column.of("BATCH", "batch_id"),
            Column.status("STATE", "state"),
            Column.of("TASKS", row -> Plurals.tasks(row.path("total_tasks").asLong(0))),
            Column.time("CREATED", "created_at"),
            Column.of("NAME", "name"));
      }
      return listing.print(
          client,
          out,
          query,
          Column.of("TASK", "id"),
          Column.status("STATUS", "status"),
          Column.of("ATTEMPT", "attempt"),
          Column.of("KIND", "kind"),
          Column.of("NAME", "name"),
          Column.of("REASON", "failure_reason"));
    });
  }
}
