package dev.edgewise.server.cli.remote.signal;

import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Approves what a task waits for. */
@Command(name = "approve", description = "Approves what a task waits for.", sortOptions = false)
public final class ApproveCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK", description = "the task ID")
  private String task;

  @Option(names = "--by", paramLabel = "NAME", description = "who decides (default: the key)")
  private @Nullable String by;

  @Option(names = "--comment", paramLabel = "TEXT", description = "shown with the decision")
  private @Nullable String comment;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) ->
        out.said(
            client.send("POST", Decisions.path(task), Decisions.body("approve", by, comment)),
            "The task is approved."));
  }
}
