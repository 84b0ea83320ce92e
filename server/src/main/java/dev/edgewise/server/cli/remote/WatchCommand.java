package dev.edgewise.server.cli.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Follows a batch to its end. */
@Command(
    name = "watch",
    description = "Follows a batch to its end.",
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the batch succeeded",
      "1:an error, told in a sentence",
      "2:wrong usage",
      "3:some task failed",
      "4:no task failed and some were canceled"
    })
public final class WatchCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "BATCH", description = "the batch's id")
  private String batch;

  @Override
  public Integer call() throws Exception {
    return options.ask((client, out) -> new Watch(client, out, options.json()).follow(batch));
  }
}
