package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Follows a batch to its end. */
@Command(
    name = "watch",
    description = "Follows a batch to its end and prints its result.",
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the batch succeeded",
      "1:an error, described in a sentence",
      "2:wrong usage",
      "3:a task failed",
      "4:no task failed, but some were canceled"
    })
public final class WatchCommand implements Callable<Integer> {

  @Parameters(paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    return options.run((client, out) -> new Watch(client, out, batch).follow());
  }
}
