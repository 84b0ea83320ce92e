package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists webhook calls. */
@Command(
    name = "deliveries",
    description =
        "Lists webhook calls: those of a task, or those that are owed, dead or delivered.",
    sortOptions = false)
public final class DeliveriesCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "TASK",
      arity = "0..1",
      description = "only those of this task (default: those of all tasks)")
  private @Nullable String task;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "for all tasks: owed (default), dead or delivered")
  private @Nullable String state;

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    if (task != null && state != null) {
      throw new ClientException("--state filters the deliveries of all tasks: leave out TASK.");
    }
    Query query =
        task == null
            ? Query.of("/v1/deliveries").with("state", state)
            : Query.of("/v1/tasks/" + task + "/deliveries");
    return options.run((client, out) ->
        listing.print(
            client,
            out,
            query,
            Column.of("DELIVERY", "idempotency_key"),
            Column.status("STATUS", "status"),
            Column.of("ATTEMPTS", "attempts"),
            Column.of("ANSWER", "response_status"),
            Column.time("DUE", "due_at"),
            Column.of("URL", "url"),
            Column.of("ERROR", "error")));
  }
}
