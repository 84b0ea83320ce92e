package dev.edgewise.server.cli.remote.batch;

import dev.edgewise.server.cli.remote.Client;
import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.Output;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Submits a graph of tasks. */
@Command(
    name = "submit",
    description = "Submits a graph of tasks from a JSON or YAML file.",
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the batch was submitted; with --watch, it succeeded",
      "1:an error, described in a sentence",
      "2:wrong usage",
      "3:with --watch, a task failed",
      "4:with --watch, no task failed, but some were canceled"
    })
public final class SubmitCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "the file, or - for standard input")
  private String file;

  @Option(
      names = "--watch",
      description = "follow the batch to its end; the exit code shows how it ended")
  private boolean watch;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "idempotency key: repeating the command with the same key creates nothing new")
  private @Nullable String key;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    String body = InputFile.json(file, "a list of tasks");
    String[] headers = key == null ? new String[0] : new String[] {"Idempotency-Key", key};
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/v1/batches", body, headers);
      String batch = reply.created().map(Object::toString).orElse("");
      print(client, out, reply, batch);
      return watch && !batch.isEmpty() ? new Watch(client, out, batch).follow() : 0;
    });
  }

  private static void print(Client client, Output out, ServerReply reply, String batch) {
    if (out.json()) {
      out.line(reply.body());
    } else if (batch.isEmpty()) {
      out.line("Nothing was created: every task already exists.");
    } else {
      JsonNode answer = reply.json();
      int existing = answer.path("deduplicated").size();
      out.line(
          "batch %s  %s%s"
              .formatted(
                  batch,
                  Plurals.tasks(answer.path("task_ids").size()),
                  existing == 0 ? "" : ", " + existing + " existed already"));
      out.line(client.at("/view?batch=" + batch).toString());
    }
  }
}
