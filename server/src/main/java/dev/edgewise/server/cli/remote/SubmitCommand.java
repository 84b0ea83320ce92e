package dev.edgewise.server.cli.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Submits a graph of tasks. */
@Command(
    name = "submit",
    description = "Submits a graph of tasks from a JSON or YAML file.",
    sortOptions = false)
public final class SubmitCommand implements Callable<Integer> {

  private static final String STANDARD_INPUT = "-";

  @Mixin private final ServerOptions options = new ServerOptions();

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

  @Override
  public Integer call() throws Exception {
    String body = SubmissionFile.json(text());
    String[] headers = key == null ? new String[0] : new String[] {"Idempotency-Key", key};
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/task", body, headers);
      UUID batch = reply.batch();
      if (options.json()) {
        out.println(reply.body().isEmpty() ? "[]" : reply.body());
      } else if (batch == null) {
        out.println("Nothing was created: every task already exists.");
      } else {
        out.printf("batch %s  %s%n", batch, Plurals.tasks(reply.json().size()));
        out.println(client.at("/view?batch=" + batch));
      }
      out.flush();
      return watch && batch != null
          ? new Watch(client, out, options.json()).follow(batch.toString())
          : 0;
    });
  }

  private String text() {
    try {
      return file.equals(STANDARD_INPUT)
          ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
          : Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new ClientException(
          "The file " + file + " does not exist. Name a file, or - for standard input.", e);
    } catch (IOException e) {
      throw new ClientException(file + " cannot be read: " + e.getMessage() + ".", e);
    }
  }
}
