package dev.edgewise.server.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that call a server: its address, the output format, and help. */
final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:EDGEWISE_URL:-http://localhost:8085}",
      description = "the server's address (default: EDGEWISE_URL or http://localhost:8085)")
  private String server = "";

  @Option(names = "--json", description = "print the server's response as JSON")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  /** Calls the server, prints the result, and returns the exit code. */
  @FunctionalInterface
  interface ServerCall {
    int run(Client client, PrintWriter out) throws Exception;
  }

  int run(ServerCall call) throws Exception {
    try (Client client = Client.of(server)) {
      PrintWriter out = command.commandLine().getOut();
      int code = call.run(client, out);
      out.flush();
      return code;
    }
  }

  /** Whether to print JSON. */
  boolean json() {
    return json;
  }
}
