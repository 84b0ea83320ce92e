package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Ids;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Shows a batch or a task. */
@Command(name = "show", description = "Shows a batch or a task.", sortOptions = false)
public final class ShowCommand implements Callable<Integer> {

  @Parameters(paramLabel = "BATCH|TASK", description = "the ID of a batch or a task")
  private String id;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String path = Ids.path(id);
    return options.run((client, out) -> {
      ServerReply reply = client.send("GET", path, "");
      if (out.json()) {
        out.line(reply.body());
      } else if (Ids.isBatch(id)) {
        batch(out, reply.json());
      } else {
        task(out, reply.json());
      }
      return 0;
    });
  }

  private static void batch(Output out, JsonNode view) {
    out.field("batch", Column.text(view, "batch_id"));
    fields(out, view, "name");
    out.field("state", out.coloured(Column.text(view, "state")));
    out.field("tasks", Watch.counts(view.path("status_counts")));
    JsonNode workflow = view.path("workflow");
    if (workflow.isObject()) {
      out.field("workflow", Column.text(workflow, "name") + " version " + workflow.path("version"));
    }
    fields(out, view, "schedule", "labels", "inputs", "metadata", "result", "parent_task_id");
    times(out, view, "created_at", "deadline", "completed_at");
  }

  private static void task(Output out, JsonNode view) {
    out.field("task", Column.text(view, "id"));
    fields(out, view, "name", "kind", "batch_id");
    out.field(
        "status", out.coloured(Column.text(view, "status")) + ", attempt " + view.path("attempt"));
    fields(out, view, "failure_reason", "error", "message", "progress", "worker");
    JsonNode total = view.path("deps_total");
    if (total.asInt(0) > 0) {
      out.field("dependencies", view.path("deps_satisfied") + " of " + total + " satisfied");
    }
    fields(out, view, "waiting_for", "child_batch_id", "input", "metadata", "result");
    times(out, view, "created_at", "ready_at", "started_at", "next_retry_at", "ended_at");
  }

  private static void fields(Output out, JsonNode view, String... members) {
    for (String member : members) {
      out.field(member.replace('_', ' '), Output.printable(Column.text(view, member)));
    }
  }

  private static void times(Output out, JsonNode view, String... members) {
    for (String member : members) {
      out.field(
          member.replaceFirst("_at$", "").replace('_', ' '),
          Column.seconds(Column.text(view, member)));
    }
  }
}
