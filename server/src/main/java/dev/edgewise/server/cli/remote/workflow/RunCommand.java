package dev.edgewise.server.cli.remote.workflow;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Column;
import dev.edgewise.server.cli.remote.InputFile;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import dev.edgewise.server.cli.remote.batch.Watch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Runs a workflow. */
@Command(name = "run", description = "Runs a workflow.", sortOptions = false)
public final class RunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", description = "the workflow's name")
  private String name;

  @Option(
      names = {"-i", "--input"},
      paramLabel = "NAME=VALUE",
      description = "an input; the value is JSON, or a text; repeatable")
  private Map<String, String> inputs = Map.of();

  @Option(
      names = "--inputs",
      paramLabel = "FILE",
      description = "JSON or YAML file with the inputs, or - for standard input")
  private @Nullable String file;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "the workflow's version (default: the newest)")
  private @Nullable Integer version;

  @Option(
      names = "--run-key",
      paramLabel = "KEY",
      description = "repeating the command with the same key starts nothing new")
  private @Nullable String runKey;

  @Option(
      names = "--watch",
      description = "follow the batch to its end; the exit code shows how it ended")
  private boolean watch;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("inputs", inputs());
    if (version != null) {
      run.put("version", version);
    }
    if (runKey != null) {
      run.put("run_key", runKey);
    }
    return options.run((client, out) -> {
      ServerReply reply =
          client.send("POST", WorkflowCommands.path(name) + "/run", ClientJson.text(run));
      JsonNode answer = reply.json();
      String batch = Column.text(answer, "batch_id");
      out.said(
          reply,
          "batch %s  %s version %s%s%n%s"
              .formatted(
                  batch,
                  name,
                  Column.text(answer, "version"),
                  answer.path("started").asBoolean(true) ? "" : ", started before",
                  client.at("/view?batch=" + batch)));
      return watch ? new Watch(client, out, batch).follow() : 0;
    });
  }

  private Map<String, Object> inputs() {
    Map<String, Object> all = new LinkedHashMap<>();
    if (file != null) {
      JsonNode given = ClientJson.given("--inputs", InputFile.json(file, "an object"));
      if (given == null || !given.isObject()) {
        throw new ClientException("The file with the inputs must contain an object.");
      }
      given.propertyStream().forEach(each -> all.put(each.getKey(), each.getValue()));
    }
    inputs.forEach((input, text) -> all.put(input, value(text)));
    return all;
  }

  /** A text that is no JSON is meant as it is. */
  private static Object value(String text) {
    try {
      JsonNode value = ClientJson.read(text);
      return value.isMissingNode() ? text : value;
    } catch (JacksonException e) {
      return text;
    }
  }
}
