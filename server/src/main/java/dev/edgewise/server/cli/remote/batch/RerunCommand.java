package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Ids;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reruns an ended task, or the tasks of a batch that did not succeed. */
@Command(
    name = "rerun",
    description =
        "Reruns an ended task and its descendants, or the tasks of a batch that did not succeed.",
    sortOptions = false)
public final class RerunCommand implements Callable<Integer> {

  @Parameters(paramLabel = "TASK|BATCH", description = "the ID of a task or a batch")
  private String id;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    boolean batch = Ids.isBatch(id);
    String path = Ids.path(id) + "/rerun";
    return options.run((client, out) ->
        out.said(
            client.send("POST", path, ""),
            batch
                ? "The tasks that did not succeed run again. Follow them with `edgewise watch "
                    + id
                    + "`."
                : "The task runs again."));
  }
}
