package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists the attempts of a task. */
@Command(
    name = "attempts",
    description = "Lists the attempts of a task and how each ended.",
    sortOptions = false)
public final class AttemptsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Mixin private final Listing listing = new Listing();
  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) ->
        listing.print(
            client,
            out,
            Query.of("/v1/tasks/" + task + "/attempts"),
            Column.of("ATTEMPT", "attempt"),
            Column.status("OUTCOME", "outcome"),
            Column.time("STARTED", "started_at"),
            Column.time("ENDED", "ended_at"),
            Column.of("WORKER", "worker"),
            Column.of("REASON", "failure_reason"),
            Column.of("ERROR", AttemptsCommand::error)));
  }

  private static String error(JsonNode attempt) {
    JsonNode error = attempt.path("error");
    String type = Column.text(error, "type");
    String message = Column.text(error, "message");
    return type.isEmpty() || message.isEmpty() ? type + message : type + ": " + message;
  }
}
