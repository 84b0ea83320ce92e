package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.EventFeed;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Prints the log of a task. */
@Command(
    name = "logs",
    description = "Prints what the executors of a task logged.",
    sortOptions = false)
public final class LogsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      description = "only this attempt; counts from 0 (default: all)")
  private @Nullable Integer attempt;

  @Option(
      names = {"-f", "--follow"},
      description = "print lines as they come, until the task has ended")
  private boolean follow;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String path = "/v1/tasks/" + task + "/logs";
    Query query = Query.of(path).with("attempt", attempt);
    return options.run((client, out) -> {
      if (follow) {
        new EventFeed(client, out).follow(query.toString(), new Follower(client, out));
        return 0;
      }
      Listing.Page lines = Listing.read(client, query, Integer.MAX_VALUE);
      if (out.json()) {
        out.line(lines.json());
      } else {
        lines.items().forEach(line -> out.line(text(line)));
      }
      return 0;
    });
  }

  private static String text(JsonNode line) {
    JsonNode fields = line.path("fields");
    return "%s  %d  %-5s  %s%s"
        .formatted(
            Column.text(line, "at"),
            line.path("attempt").asInt(0),
            Column.text(line, "level"),
            Output.printable(Column.text(line, "message")),
            fields.isObject() && !fields.isEmpty() ? "  " + fields : "");
  }

  /** Prints lines until the task has ended and all of them have come. */
  private final class Follower implements EventFeed.Handler {
    private final Client client;
    private final Output out;
    private boolean over;

    Follower(Client client, Output out) {
      this.client = client;
      this.out = out;
    }

    @Override
    public void event(JsonNode line) {
      out.line(out.json() ? line.toString() : text(line));
    }

    @Override
    public boolean settled() {
      return false;
    }

    /** The server ends a stream with the task, and also when it stops itself. */
    @Override
    public boolean ended() {
      boolean wasOver = over;
      over =
          switch (Column.text(client.get("/v1/tasks/" + task), "status")) {
            case "Success", "Failure", "Canceled", "Skipped" -> true;
            default -> false;
          };
      return wasOver && over;
    }
  }
}
