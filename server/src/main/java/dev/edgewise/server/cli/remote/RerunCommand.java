package dev.edgewise.server.cli.remote;

import java.util.UUID;
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

  /** The bits of a task ID that hold its number; in a batch ID they are zero. */
  private static final long NUMBER_BITS = 0xFFFF_FFFFL;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "TASK|BATCH", description = "the ID of a task or a batch")
  private String id;

  @Override
  public Integer call() throws Exception {
    boolean batch = (uuid().getLeastSignificantBits() & NUMBER_BITS) == 0;
    String path = (batch ? "/batch/" : "/task/") + id + "/rerun";
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", path, "");
      out.println(
          options.json()
              ? reply.body()
              : batch
                  ? "The tasks that did not succeed run again. Follow them with `edgewise watch "
                      + id
                      + "`."
                  : "The task runs again.");
      return 0;
    });
  }

  private UUID uuid() {
    try {
      return UUID.fromString(id);
    } catch (IllegalArgumentException e) {
      throw new ClientException(
          "'"
              + id
              + "' is not a task or batch ID. `edgewise list` shows the existing batches and"
              + " tasks.",
          e);
    }
  }
}
