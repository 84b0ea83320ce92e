package dev.edgewise.server.cli.remote.schedule;

import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands that pause, resume, trigger and delete a schedule. */
final class StateCommands {
  private StateCommands() {}

  /** Pauses a schedule. */
  @Command(name = "pause", description = "Pauses a schedule.", sortOptions = false)
  public static final class Pause implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(
              client.send("POST", ScheduleCommands.path(name) + "/pause", ""),
              "The schedule " + name + " is paused."));
    }
  }

  /** Resumes a schedule. */
  @Command(name = "resume", description = "Resumes a schedule.", sortOptions = false)
  public static final class Resume implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(
              client.send("POST", ScheduleCommands.path(name) + "/resume", ""),
              "The schedule " + name + " is resumed."));
    }
  }

  /** Runs the workflow of a schedule now. */
  @Command(
      name = "trigger",
      description = "Runs the workflow of a schedule now, besides its ticks.",
      sortOptions = false)
  public static final class Trigger implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) -> {
        ServerReply reply = client.send("POST", ScheduleCommands.path(name) + "/trigger", "");
        return out.said(reply, "batch " + Column.text(reply.json(), "batch_id"));
      });
    }
  }

  /** Deletes a schedule. */
  @Command(name = "delete", description = "Deletes a schedule; its runs stay.", sortOptions = false)
  public static final class Delete implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "the schedule's name")
    private String name;

    @Mixin private final ServerOptions options = new ServerOptions();

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          out.said(
              client.send("DELETE", ScheduleCommands.path(name), ""),
              "The schedule " + name + " is deleted."));
    }
  }
}
