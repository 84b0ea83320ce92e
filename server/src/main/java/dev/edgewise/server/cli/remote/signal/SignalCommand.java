package dev.edgewise.server.cli.remote.signal;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.ClientJson;
import dev.edgewise.server.cli.remote.Plurals;
import dev.edgewise.server.cli.remote.Query;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Sends a signal. */
@Command(
    name = "signal",
    description = "Sends a signal to the tasks that wait for it.",
    sortOptions = false)
public final class SignalCommand implements Callable<Integer> {

  @Parameters(paramLabel = "NAME", description = "the signal's name")
  private String name;

  @Option(names = "--batch", paramLabel = "BATCH", description = "the batch whose waits it ends")
  private @Nullable String batch;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "instead of --batch: ends the waits of all batches with this key")
  private @Nullable String key;

  @Option(names = "--data", paramLabel = "JSON", description = "the result of the waits")
  private @Nullable String data;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "a signal with the same ID has an effect once")
  private @Nullable String id;

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    if ((batch == null) == (key == null)) {
      throw new ClientException("Say what the signal is for, with either --batch or --key.");
    }
    Map<String, Object> body = new LinkedHashMap<>();
    put(body, "key", key);
    put(body, "data", ClientJson.given("--data", data));
    put(body, "id", id);
    String path = (batch == null ? "" : "/batches/" + batch) + "/signals/" + Query.segment(name);
    return options.run((client, out) -> {
      ServerReply reply = client.send("POST", "/v1" + path, ClientJson.text(body));
      return out.said(reply, sentence(reply.json()));
    });
  }

  private static String sentence(JsonNode answer) {
    if (answer.path("duplicate").asBoolean()) {
      return "A signal with this ID has come before; this one changed nothing.";
    }
    if (answer.path("buffered").asBoolean()) {
      return "No task waits for it yet; the next one that does takes it.";
    }
    return Plurals.tasks(answer.path("delivered").asLong(0)) + " got it.";
  }

  private static void put(Map<String, Object> body, String member, @Nullable Object value) {
    if (value != null) {
      body.put(member, value);
    }
  }
}
