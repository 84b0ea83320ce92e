package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Ids;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Resumes a task or a batch. */
@Command(name = "resume", description = "Resumes a task or a batch.", sortOptions = false)
public final class ResumeCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK|BATCH", description = "the ID of a task or a batch")
  private String id;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String path = Ids.path(id) + "/resume";
    return options.run((client, out) ->
        out.said(
            client.send("POST", path, ""),
            "The " + (Ids.isBatch(id) ? "batch" : "task") + " is resumed."));
  }
}
