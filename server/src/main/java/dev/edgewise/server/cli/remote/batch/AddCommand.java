package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds tasks to a batch. */
@Command(
    name = "add",
    description = "Adds the tasks in a JSON or YAML file to a running batch.",
    sortOptions = false)
public final class AddCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BATCH", description = "the batch ID")
  private String batch;

  @Parameters(index = "1", paramLabel = "FILE", description = "the file, or - for standard input")
  private String file;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "idempotency key: repeating the command with the same key creates nothing new")
  private @Nullable String key;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String text = InputFile.json(file, "a list of tasks");
    String body = text.stripLeading().startsWith("[") ? "{\"tasks\":" + text + "}" : text;
    String[] headers = key == null ? new String[0] : new String[] {"Idempotency-Key", key};
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/v1/batches/" + batch + "/tasks", body, headers);
      return out.said(
          reply, Plurals.tasks(reply.json().path("task_ids").size()) + " added to the batch.");
    });
  }
}
