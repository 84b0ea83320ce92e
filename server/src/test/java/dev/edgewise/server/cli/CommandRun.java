package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.server.app.Edgewise;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.config.ConfigurationReader;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.testing.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a command printed, and how it ended. */
record CommandRun(int code, String out, String err) {

  /** Starts a server for commands. */
  static Edgewise server(TestDatabase database, int port) {
    return Edgewise.start(
        (Configuration.Valid)
            ConfigurationReader.read(
                Map.of(),
                Map.of(
                    "DATABASE_URL",
                    database.jdbcUrl(),
                    "PORT",
                    Integer.toString(port),
                    "BIND_ADDRESS",
                    "127.0.0.1")));
  }

  /** Runs a command against the server at a port. */
  static CommandRun of(int port, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--server=http://127.0.0.1:" + port);
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(all.toArray(String[]::new));
    return new CommandRun(code, out.toString(), err.toString());
  }

  /** Its output; fails when the command did. */
  String printed() {
    assertThat(code).as(err).isZero();
    return out;
  }

  JsonNode json() {
    return Wire.read(printed(), JsonNode.class);
  }
}
