package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.Connection;
import dev.edgewise.server.cli.remote.ProfileFile;
import dev.edgewise.server.cli.remote.ServerOptions;
import dev.edgewise.server.cli.remote.ServerReply;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Keeps how to reach a server, and the key for it, in a profile. */
@Command(
    name = "login",
    description = {
      "Keeps a server's address and a key for it in a profile.",
      "The key comes from --token-file, EDGEWISE_TOKEN, a prompt or the standard input. The server"
          + " is asked whether it accepts the key."
    },
    sortOptions = false)
public final class LoginCommand implements Callable<Integer> {

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws Exception {
    Connection given = options.given();
    String token = given.token();
    if (token == null) {
      String typed = Prompt.secret("Key for the server (empty for none): ").strip();
      token = typed.isEmpty() ? null : typed;
    }
    Connection kept = ProfileFile.read().get(options.profile());
    Connection connection = (kept == null ? given : given.orElse(kept)).with(token);
    return options.run(
        connection,
        (client, out) -> {
          ServerReply reply = client.send("GET", "/v1/session", "");
          Map<String, Connection> profiles = ProfileFile.read();
          profiles.put(options.profile(), connection);
          ProfileFile.write(profiles);
          JsonNode session = reply.json();
          return out.said(
              reply,
              "Signed in to %s as %s, workspace %s. The profile %s is kept in %s."
                  .formatted(
                      connection,
                      session.path("actor").asString(""),
                      session.path("workspace").asString(""),
                      options.profile(),
                      ProfileFile.path()));
        });
  }
}
