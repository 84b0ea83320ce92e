package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replaces the rules of tasks. */
@Command(
    name = "rules",
    description = "Replaces the rules of a batch's tasks of a kind that have not ended.",
    sortOptions = false)
public final class RulesCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Parameters(
      index = "1",
      paramLabel = "FILE",
      description = "JSON or YAML file with the list of rules, or - for standard input")
  private String file;

  @Option(
      names = "--kind",
      required = true,
      paramLabel = "KIND",
      description = "the kind of the tasks")
  private String kind = "";

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String body =
        ClientJson.text(
            Map.of(
                "kind",
                kind,
                "rules",
                ClientJson.read(InputFile.json(file, "a list of rules, which may be []"))));
    return options.run((client, out) -> {
      ServerReply reply = client.send("PUT", "/v1/batches/" + batch + "/rules", body);
      return out.said(
          reply,
          "The rules of "
              + Plurals.tasks(reply.json().path("updated_count").asLong(0))
              + " are"
              + " replaced.");
    });
  }
}
