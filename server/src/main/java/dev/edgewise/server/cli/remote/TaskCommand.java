package dev.edgewise.server.cli.remote;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that move one task, or a batch, and have little to say about it. */
public final class TaskCommand {

  private TaskCommand() {}

  /** Prints the server's answer, or a sentence. */
  private static int tell(ServerOptions options, PrintWriter out, Reply reply, String sentence) {
    out.println(options.json() ? reply.body() : sentence);
    return 0;
  }

  /** Cancels a task. */
  @Command(name = "cancel", description = "Cancels a task.", sortOptions = false)
  public static final class Cancel implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task's id")
    private String task;

    @Option(names = "--cascade", description = "and everything that needs its success")
    private boolean cascade;

    @Override
    public Integer call() throws Exception {
      String path = "/task/" + task + (cascade ? "?cascade=true" : "");
      return options.ask((client, out) ->
          tell(options, out, client.send("DELETE", path, ""), "The task is canceled."));
    }
  }

  /** Pauses a task. */
  @Command(name = "pause", description = "Pauses a task.", sortOptions = false)
  public static final class Pause implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task's id")
    private String task;

    @Override
    public Integer call() throws Exception {
      return options.ask((client, out) ->
          tell(
              options,
              out,
              client.send("PATCH", "/task/pause/" + task, ""),
              "The task is paused; `edgewise resume " + task + "` lets it go on."));
    }
  }

  /** Resumes a paused task. */
  @Command(name = "resume", description = "Resumes a paused task.", sortOptions = false)
  public static final class Resume implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task's id")
    private String task;

    @Override
    public Integer call() throws Exception {
      return options.ask((client, out) ->
          tell(
              options,
              out,
              client.send("PATCH", "/task/resume/" + task, ""),
              "The task is resumed."));
    }
  }
}
