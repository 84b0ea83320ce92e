package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Acts on all tasks that a filter matches. */
@Command(
    name = "bulk",
    description = {
      "Cancels, reruns, pauses or resumes all tasks that the filters match.",
      "Without --yes it changes nothing and shows what it would do."
    },
    sortOptions = false)
public final class BulkCommand implements Callable<Integer> {

  @Parameters(paramLabel = "cancel|rerun|pause|resume", description = "what to do")
  private String action;

  @Option(names = "--yes", description = "do it")
  private boolean yes;

  @Option(names = "--status", paramLabel = "STATUS", description = "only tasks in this status")
  private @Nullable String status;

  @Option(names = "--kind", paramLabel = "KIND", description = "only tasks of this kind")
  private @Nullable String kind;

  @Option(names = "--name", paramLabel = "TEXT", description = "only with this text in the name")
  private @Nullable String name;

  @Option(names = "--batch", paramLabel = "BATCH", description = "only tasks of this batch")
  private @Nullable String batch;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "only with this text in the failure reason")
  private @Nullable String reason;

  @Option(names = "--workflow", paramLabel = "NAME", description = "only of this workflow's runs")
  private @Nullable String workflow;

  @Option(names = "--worker", paramLabel = "NAME", description = "only tasks of this worker")
  private @Nullable String worker;

  @Option(
      names = "--label",
      paramLabel = "KEY:VALUE",
      description = "only tasks of batches with this label; repeatable")
  private List<String> labels = List.of();

  @Option(
      names = "--metadata",
      paramLabel = "JSON",
      description = "only tasks whose metadata contains this")
  private @Nullable String metadata;

  @Option(names = "--created-after", paramLabel = "TIME", description = "only tasks created later")
  private @Nullable String createdAfter;

  @Option(
      names = "--created-before",
      paramLabel = "TIME",
      description = "only tasks created earlier")
  private @Nullable String createdBefore;

  @Option(names = "--ended-after", paramLabel = "TIME", description = "only tasks ended later")
  private @Nullable String endedAfter;

  @Option(names = "--ended-before", paramLabel = "TIME", description = "only tasks ended earlier")
  private @Nullable String endedBefore;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Map<String, Object> filter = filter();
    if (filter.isEmpty()) {
      throw new ClientException(
          "Say which tasks, with at least one filter such as --kind, --batch or --status.");
    }
    String body = ClientJson.text(Map.of("action", action, "filter", filter, "dry_run", !yes));
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/v1/tasks/bulk", body);
      if (out.json()) {
        out.line(reply.body());
      } else {
        print(out, reply.json());
      }
      return 0;
    });
  }

  private void print(Output out, JsonNode answer) {
    String matched = Plurals.tasks(answer.path("matched").asLong(0));
    out.line(
        yes
            ? "%s matched; %s: %d.".formatted(matched, action, answer.path("applied").asLong(0))
            : matched + " match.");
    for (JsonNode refused : answer.path("refused")) {
      out.line(
          "  %d refused: %s"
              .formatted(refused.path("count").asLong(0), Column.text(refused, "reason")));
    }
    if (!yes) {
      answer.path("sample").forEach(task -> out.line("  " + task.asString("")));
      out.line("Nothing was changed. Add --yes to " + action + " them.");
    }
  }

  private Map<String, Object> filter() {
    Map<String, Object> filter = new LinkedHashMap<>();
    put(filter, "status", status);
    put(filter, "kind", kind);
    put(filter, "name", name);
    put(filter, "batch_id", batch);
    put(filter, "failure_reason", reason);
    put(filter, "workflow", workflow);
    put(filter, "worker", worker);
    put(filter, "label", labels.isEmpty() ? null : labels);
    put(filter, "metadata", ClientJson.given("--metadata", metadata));
    put(filter, "created_after", createdAfter);
    put(filter, "created_before", createdBefore);
    put(filter, "ended_after", endedAfter);
    put(filter, "ended_before", endedBefore);
    return filter;
  }

  private static void put(Map<String, Object> filter, String member, @Nullable Object value) {
    if (value != null) {
      filter.put(member, value);
    }
  }
}
