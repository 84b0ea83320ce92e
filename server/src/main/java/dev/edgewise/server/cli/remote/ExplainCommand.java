package dev.edgewise.server.cli.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows why a task is running or not. */
@Command(name = "explain", description = "Shows why a task is running or not.", sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      ServerReply reply = client.send("GET", "/task/" + task + "/explain", "");
      if (options.json()) {
        out.println(reply.body());
        return 0;
      }
      JsonNode explanation = reply.json();
      out.printf(
          "%s, attempt %d%n",
          explanation.path("status").asString(""), explanation.path("attempt").asInt(0));
      explanation.path("reasons").forEach(reason -> out.println("  " + reason.asString("")));
      return 0;
    });
  }
}
