package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels a task. */
@Command(name = "cancel", description = "Cancels a task.", sortOptions = false)
public final class CancelCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(names = "--cascade", description = "also cancel all tasks that depend on its success")
  private boolean cascade;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Query path = Query.of("/v1/tasks/" + task + "/cancel").with("cascade", cascade ? "true" : null);
    return options.run((client, out) ->
        out.said(client.send("POST", path.toString(), ""), "The task is canceled."));
  }
}
