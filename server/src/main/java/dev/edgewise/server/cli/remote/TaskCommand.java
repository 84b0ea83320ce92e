package dev.edgewise.server.cli.remote;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that cancel, pause and resume a task. */
public final class TaskCommand {

  private TaskCommand() {}

  /** Prints the server's response as JSON, or a sentence. */
  private static int print(
      ServerOptions options, PrintWriter out, ServerReply reply, String sentence) {
    out.println(options.json() ? reply.body() : sentence);
    return 0;
  }

  /** Cancels a task. */
  @Command(name = "cancel", description = "Cancels a task.", sortOptions = false)
  public static final class Cancel implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task ID")
    private String task;

    @Option(names = "--cascade", description = "also cancel all tasks that depend on its success")
    private boolean cascade;

    @Override
    public Integer call() throws Exception {
      String path = "/task/" + task + (cascade ? "?cascade=true" : "");
      return options.run((client, out) ->
          print(options, out, client.send("DELETE", path, ""), "The task is canceled."));
    }
  }

  /** Pauses a task. */
  @Command(name = "pause", description = "Pauses a task.", sortOptions = false)
  public static final class Pause implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task ID")
    private String task;

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          print(
              options,
              out,
              client.send("PATCH", "/task/pause/" + task, ""),
              "The task is paused. Resume it with `edgewise resume " + task + "`."));
    }
  }

  /** Resumes a paused task. */
  @Command(name = "resume", description = "Resumes a paused task.", sortOptions = false)
  public static final class Resume implements Callable<Integer> {
    @Mixin private final ServerOptions options = new ServerOptions();

    @Parameters(paramLabel = "TASK", description = "the task ID")
    private String task;

    @Override
    public Integer call() throws Exception {
      return options.run((client, out) ->
          print(
              options,
              out,
              client.send("PATCH", "/task/resume/" + task, ""),
              "The task is resumed."));
    }
  }
}
