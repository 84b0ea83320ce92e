package dev.edgewise.server.cli.remote.task;

import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Delivers a webhook again. */
@Command(name = "replay", description = "Delivers a dead webhook call again.", sortOptions = false)
public final class ReplayCommand implements Callable<Integer> {

  @Parameters(paramLabel = "DELIVERY", description = "the ID that `edgewise deliveries` shows")
  private String delivery;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String path = "/v1/deliveries/" + Query.segment(delivery) + "/replay";
    return options.run(
        (client, out) -> out.said(client.send("POST", path, ""), "The delivery is due again."));
  }
}
