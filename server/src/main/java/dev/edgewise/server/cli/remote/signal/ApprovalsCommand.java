package dev.edgewise.server.cli.remote.signal;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the approvals that tasks wait for. */
@Command(
    name = "approvals",
    description = "Lists the approvals that tasks wait for, oldest first.",
    sortOptions = false)
public final class ApprovalsCommand implements Callable<Integer> {

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) ->
        listing.print(
            client,
            out,
            Query.of("/v1/approvals"),
            Column.of("TASK", "task_id"),
            Column.of("NAME", "task_name"),
            Column.of("BATCH", "batch_name"),
            Column.time("SINCE", "since"),
            Column.time("DUE", "due_at"),
            Column.of("TITLE", "title"),
            Column.of("TEXT", "text")));
  }
}
