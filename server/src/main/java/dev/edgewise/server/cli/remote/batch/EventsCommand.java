package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.EventFeed;
import dev.edgewise.server.cli.remote.Ids;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Prints the ledger of a batch or a task. */
@Command(
    name = "events",
    description = "Prints everything that happened to a batch or a task, in order.",
    sortOptions = false)
public final class EventsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "BATCH|TASK", description = "the ID of a batch or a task")
  private String id;

  @Option(
      names = {"-f", "--follow"},
      description = "print the events of a batch as they come, until Ctrl-C")
  private boolean follow;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    boolean batch = Ids.isBatch(id);
    if (follow && !batch) {
      throw new ClientException(
          "--follow needs a batch ID: `edgewise logs TASK --follow` follows a task.");
    }
    String path = Ids.path(id) + "/events";
    return options.run((client, out) -> {
      if (follow) {
        new EventFeed(client, out).follow(path, new Follower(out));
        return 0;
      }
      Listing.Page events = Listing.read(client, Query.of(path), Integer.MAX_VALUE);
      if (out.json()) {
        out.line(events.json());
      } else {
        print(client, out, batch, events.items());
      }
      return 0;
    });
  }

  private void print(Client client, Output out, boolean batch, List<JsonNode> events) {
    TaskNames names = new TaskNames(client, id);
    out.table(
        events,
        Column.of("AT", event -> Column.text(event, "at")),
        Column.status("EVENT", "type"),
        Column.of("ATTEMPT", event -> attempt(event)),
        Column.of("TASK", event -> batch ? task(names, event) : ""),
        Column.of("ACTOR", "actor"),
        Column.of("DETAIL", "detail"));
  }

  private static String attempt(JsonNode event) {
    return Column.text(event, "attempt");
  }

  private static String task(TaskNames names, JsonNode event) {
    String task = Column.text(event, "task_id");
    return task.isEmpty() ? "" : names.name(task);
  }

  /** Prints events as they come. */
  private record Follower(Output out) implements EventFeed.Handler {
    @Override
    public void event(JsonNode event) {
      out.line(
          out.json()
              ? event.toString()
              : "%-27s  %-13s  %s%s"
                  .formatted(
                      Column.text(event, "at"),
                      Column.text(event, "type"),
                      Column.text(event, "task_id"),
                      detail(event)));
    }

    private static String detail(JsonNode event) {
      String detail = Output.printable(Column.text(event, "detail"));
      return detail.isEmpty() ? "" : "  " + detail;
    }

    @Override
    public boolean settled() {
      return false;
    }
  }
}
