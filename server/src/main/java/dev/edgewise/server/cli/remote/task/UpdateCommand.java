package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a task. */
@Command(
    name = "update",
    description = "Changes the priority, the metadata or the expected count of a task.",
    sortOptions = false)
public final class UpdateCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(names = "--priority", paramLabel = "N", description = "-1000 to 1000, higher first")
  private @Nullable Integer priority;

  @Option(names = "--metadata", paramLabel = "JSON", description = "replaces the metadata")
  private @Nullable String metadata;

  @Option(
      names = "--expected-count",
      paramLabel = "N",
      description = "how many successes and failures there will be")
  private @Nullable Integer expected;

  @Option(names = "--token", paramLabel = "TOKEN", description = "the attempt's delivery token")
  private @Nullable String token;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Map<String, Object> patch = new LinkedHashMap<>();
    put(patch, "priority", priority);
    put(patch, "metadata", ClientJson.given("--metadata", metadata));
    put(patch, "expected_count", expected);
    if (patch.isEmpty()) {
      throw new ClientException(
          "Say what to change, with --priority, --metadata or --expected-count.");
    }
    Query path = Query.of("/v1/tasks/" + task).with("token", token);
    return options.run((client, out) ->
        out.said(
            client.send("PATCH", path.toString(), ClientJson.text(patch)), "The task is changed."));
  }

  private static void put(Map<String, Object> patch, String member, @Nullable Object value) {
    if (value != null) {
      patch.put(member, value);
    }
  }
}
