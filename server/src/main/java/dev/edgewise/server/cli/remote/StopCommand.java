package dev.edgewise.server.cli.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Stops a batch. */
@Command(
    name = "stop",
    description = "Stops a batch: whatever has not ended is canceled.",
    sortOptions = false)
public final class StopCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "BATCH", description = "the batch's id")
  private String batch;

  @Override
  public Integer call() throws Exception {
    return options.ask((client, out) -> {
      Reply reply = client.send("DELETE", "/batch/" + batch, "");
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
          "Stopped: %s canceled, %d had ended before.%n",
          Words.tasks(canceled), answer.path("already_terminal").asLong(0));
      return 0;
    });
  }
}
