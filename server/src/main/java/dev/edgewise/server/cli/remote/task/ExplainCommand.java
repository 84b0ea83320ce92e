package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows why a task is running or not. */
@Command(name = "explain", description = "Shows why a task is running or not.", sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      ServerReply reply = client.send("GET", "/v1/tasks/" + task + "/explain", "");
      JsonNode explanation = reply.json();
      if (out.json()) {
        out.line(reply.body());
        return 0;
      }
      out.line(
          out.coloured(Column.text(explanation, "status"))
              + ", attempt "
              + explanation.path("attempt"));
      explanation.path("reasons").forEach(reason -> out.line("  " + reason.asString("")));
      return 0;
    });
  }
}
