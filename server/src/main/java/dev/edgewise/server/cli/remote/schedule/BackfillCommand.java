package dev.edgewise.server.cli.remote.schedule;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.Output;
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

/** Runs the ticks of a time that is over. */
@Command(
    name = "backfill",
    description = {
      "Runs the ticks that a schedule had, or would have had, in a time that is over.",
      "`schedule backfill NAME --show ID` shows how far it is, and --cancel ID ends it."
    },
    sortOptions = false)
public final class BackfillCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "the schedule's name")
  private String name;

  @Option(names = "--from", paramLabel = "TIME", description = "the first tick, inclusive")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "the end, exclusive")
  private @Nullable String to;

  @Option(
      names = "--max-parallel",
      paramLabel = "N",
      description = "how many runs there may be at once")
  private @Nullable Integer parallel;

  @Option(names = "--again", description = "also run the ticks that have been run before")
  private boolean again;

  @Option(names = "--show", paramLabel = "ID", description = "show a backfill")
  private @Nullable String shown;

  @Option(names = "--cancel", paramLabel = "ID", description = "start no more runs of a backfill")
  private @Nullable String canceled;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> {
      if (shown != null) {
        ServerReply reply = client.send("GET", "/v1/backfills/" + shown, "");
        return out.said(reply, progress(reply.json()));
      }
      if (canceled != null) {
        return out.said(
            client.send("DELETE", "/v1/backfills/" + canceled, ""), "The backfill is canceled.");
      }
      ServerReply reply =
          client.send("POST", ScheduleCommands.path(name) + "/backfill", ClientJson.text(body()));
      JsonNode answer = reply.json();
      return out.said(
          reply,
          "backfill %s  %s ticks"
              .formatted(Column.text(answer, "backfill_id"), Column.text(answer, "ticks")));
    });
  }

  private static String progress(JsonNode view) {
    return Output.printable(
        "%s: %s of %s ticks started, %s failed, %s remaining"
            .formatted(
                Column.text(view, "state"),
                Column.text(view, "started"),
                Column.text(view, "ticks"),
                Column.text(view, "failed"),
                Column.text(view, "remaining")));
  }

  private Map<String, Object> body() {
    if (from == null || to == null) {
      throw new ClientException("Say which time to backfill, with --from and --to.");
    }
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("from", from);
    body.put("to", to);
    if (parallel != null) {
      body.put("max_parallel", parallel);
    }
    if (again) {
      body.put("again", true);
    }
    return body;
  }
}
