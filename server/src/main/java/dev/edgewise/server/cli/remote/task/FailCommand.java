package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
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

/** Ends a task with failure. */
@Command(
    name = "fail",
    description = "Ends the attempt of a running task with failure.",
    sortOptions = false)
public final class FailCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "why it failed")
  private String reason = "";

  @Option(names = "--no-retry", description = "final, whatever the task's retry policy says")
  private boolean last;

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
    patch.put("status", "Failure");
    patch.put("failure_reason", reason);
    if (last) {
      patch.put("retryable", false);
    }
    Query path = Query.of("/v1/tasks/" + task).with("token", token);
    return options.run((client, out) -> {
      ServerReply reply = client.send("PATCH", path.toString(), ClientJson.text(patch));
      JsonNode answer = reply.json();
      String failed =
          Column.text(answer, "status").equals("RetryPending")
              ? "The attempt failed. The task will be retried."
              : "The task failed.";
      return out.said(
          reply, answer.path("applied").asBoolean() ? failed : "The attempt had already failed.");
    });
  }
}
