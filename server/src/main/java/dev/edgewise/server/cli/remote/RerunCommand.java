package dev.edgewise.server.cli.remote;

import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a task that has ended again, or all of a batch that did not succeed. */
@Command(
    name = "rerun",
    description = "Runs an ended task and what is below it again, or all of a batch but successes.",
    sortOptions = false)
public final class RerunCommand implements Callable<Integer> {

  /** A task's id carries its number here, a batch's has none. */
  private static final long NUMBER_BITS = 0xFFFF_FFFFL;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Parameters(paramLabel = "TASK|BATCH", description = "the id of either")
  private String id;

  @Override
  public Integer call() throws Exception {
    boolean batch = (uuid().getLeastSignificantBits() & NUMBER_BITS) == 0;
    String path = (batch ? "/batch/" : "/task/") + id + "/rerun";
    return options.ask((client, out) -> {
      Reply reply = client.send("POST", path, "");
      out.println(
          options.json()
              ? reply.body()
              : batch
                  ? "What did not succeed runs again; `edgewise watch " + id + "` follows it."
                  : "The task runs again.");
      return 0;
    });
  }

  private UUID uuid() {
    try {
      return UUID.fromString(id);
    } catch (IllegalArgumentException e) {
      throw new ClientException(
          "'" + id + "' is no id of a task or batch: `edgewise list` shows what there is.", e);
    }
  }
}
