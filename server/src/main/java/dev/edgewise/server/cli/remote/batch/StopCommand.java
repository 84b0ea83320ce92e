package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Stops a batch. */
@Command(
    name = "stop",
    description = "Stops a batch: cancels all tasks that have not ended.",
    sortOptions = false)
public final class StopCommand implements Callable<Integer> {

  @Parameters(paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/v1/batches/" + batch + "/stop", "");
      JsonNode answer = reply.json();
      long canceled =
          answer
              .propertyStream()
              .filter(entry -> entry.getKey().startsWith("canceled_"))
              .mapToLong(entry -> entry.getValue().asLong(0))
              .sum();
      return out.said(
          reply,
          "Stopped: %s canceled, %d had already ended."
              .formatted(Plurals.tasks(canceled), answer.path("already_terminal").asLong(0)));
    });
  }
}
