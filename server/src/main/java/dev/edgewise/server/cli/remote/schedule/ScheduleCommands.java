package dev.edgewise.server.cli.remote.schedule;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.Listing;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands about schedules. */
@Command(
    name = "schedule",
    description = "Stores, lists, shows, pauses, triggers, backfills and deletes schedules.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ScheduleCommands.Put.class,
      ScheduleCommands.ListAll.class,
      ScheduleCommands.Show.class,
      StateCommands.Pause.class,
      StateCommands.Resume.class,
      StateCommands.Trigger.class,
      BackfillCommand.class,
      ScheduleCommands.Ticks.class,
      StateCommands.Delete.class
    })
public final class ScheduleCommands {
  private static final String PATH = "/v1/schedules";

  static String path(String name) {
    return PATH + "/" + Query.segment(name);
  }

  private static String when(JsonNode row) {
    String cron = Column.text(row, "cron");
    return cron.isEmpty() ? "every " + Column.text(row, "interval") : cron;
  }

  private static String next(JsonNode row) {
    return Column.seconds(row.path("next_runs").path(0).asString(""));
  }

  private static String state(JsonNode row) {
    return row.path("paused").asBoolean() ? "paused" : "active";
  }

  /** Stores a schedule. */
  @Command(
      name = "put",
      description = "Stores a schedule from a JSON or YAML file.",
      sortOptions = false)
  public static final class Put implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "the file, or - for standard input")
    private String file;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      String body = InputFile.json(file, "a schedule");
      return options.run((client, out) -> {
        ServerReply reply = client.send("PUT", path(name), body);
        String next = next(reply.json());
        return out.said(
            reply,
            "The schedule "
                + name
                + " is stored."
                + (next.isEmpty() ? "" : " It runs next at " + next + "."));
      });
    }
  }

  /** Lists schedules. */
  @Command(name = "list", description = "Lists the schedules.", sortOptions = false)
  public static final class ListAll implements Callable<Integer> {
    @Mixin private final Listing listing = new Listing();
    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          listing.print(
              client,
              out,
              Query.of(PATH),
              Column.of("SCHEDULE", "name"),
              Column.of("STATE", ScheduleCommands::state),
              Column.of("WORKFLOW", "workflow"),
              Column.of("WHEN", ScheduleCommands::when),
              Column.of("ZONE", "zone"),
              Column.of("NEXT", ScheduleCommands::next),
              Column.of("LAST ERROR", "last_error")));
    }
  }

  /** Shows a schedule. */
  @Command(name = "show", description = "Shows a schedule.", sortOptions = false)
  public static final class Show implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> {
        JsonNode view = client.get(path(name));
        if (out.json()) {
          out.line(view.toString());
        } else {
          print(out, view);
        }
        return 0;
      });
    }

    private void print(Output out, JsonNode view) {
      out.field("schedule", name);
      out.field("state", state(view));
      String version = Column.text(view, "version");
      out.field(
          "workflow",
          Column.text(view, "workflow") + (version.isEmpty() ? "" : " version " + version));
      out.field("when", when(view) + " " + Column.text(view, "zone"));
      for (String member : new String[] {"inputs", "jitter", "overlap", "catch_up", "labels"}) {
        out.field(member.replace('_', ' '), Column.text(view, member));
      }
      out.field("last tick", Column.seconds(Column.text(view, "last_tick")));
      out.field("last batch", Column.text(view, "last_batch"));
      out.field("last error", Output.printable(Column.text(view, "last_error")));
      view.path("next_runs")
          .forEach(run -> out.field("next run", Column.seconds(run.asString(""))));
    }
  }

  /** Lists the ticks of a schedule. */
  @Command(
      name = "ticks",
      description = "Lists the ticks of a schedule, newest first.",
      sortOptions = false)
  public static final class Ticks implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final Listing listing = new Listing();
    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          listing.print(
              client,
              out,
              Query.of(path(name) + "/ticks"),
              Column.time("TICK", "tick_at"),
              Column.status("STATE", "state"),
              Column.of("CAUSE", "cause"),
              Column.of("BATCH", "batch_id"),
              Column.of("REASON", "reason")));
    }
  }
}
