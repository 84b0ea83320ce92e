package dev.edgewise.server.cli.remote;

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

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      ServerReply reply = client.send("DELETE", "/batch/" + batch, "");
      if (options.json()) {
        out.println(reply.body());
        return 0;
      }
      JsonNode answer = reply.json();
      long canceled =
          answer
              .propertyStream()
              .filter(entry -> entry.getKey().startsWith("canceled_"))
              .mapToLong(entry -> entry.getValue().asLong(0))
              .sum();
      out.printf(
          "Stopped: %s canceled, %d had already ended.%n",
          Plurals.tasks(canceled), answer.path("already_terminal").asLong(0));
      return 0;
    });
  }
}
