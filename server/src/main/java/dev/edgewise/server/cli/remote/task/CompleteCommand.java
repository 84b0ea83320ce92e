package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Ends a task with success. */
@Command(name = "complete", description = "Ends a running task with success.", sortOptions = false)
public final class CompleteCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(names = "--result", paramLabel = "JSON", description = "the result")
  private @Nullable String result;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description =
          "the delivery token of the attempt; without it the current one ends, which needs a key"
              + " that may operate or work")
  private @Nullable String token;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Map<String, Object> patch = new LinkedHashMap<>();
    patch.put("status", "Success");
    JsonNode value = ClientJson.given("--result", result);
    if (value != null) {
      patch.put("result", value);
    }
    Query path = Query.of("/v1/tasks/" + task).with("token", token);
    return options.run((client, out) -> {
      ServerReply reply = client.send("PATCH", path.toString(), ClientJson.text(patch));
      return out.said(
          reply,
          reply.json().path("applied").asBoolean()
              ? "The task succeeded."
              : "The task had already succeeded.");
    });
  }
}
