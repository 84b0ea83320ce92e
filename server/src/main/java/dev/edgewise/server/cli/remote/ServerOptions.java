package dev.edgewise.server.cli.remote;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that asks a server takes: its address, the form of the output, and help. */
final class ServerOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "${env:EDGEWISE_URL:-http://localhost:8085}",
      description = "the server's address (EDGEWISE_URL, or else http://localhost:8085)")
  private String server = "";

  @Option(names = "--json", description = "print what the server answers, as JSON")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help and exit")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean help;

  /** Asks a server, prints, and gives the exit code. */
  @FunctionalInterface
  interface Asking {
    int ask(Client client, PrintWriter out) throws Exception;
  }

  int ask(Asking asking) throws Exception {
    try (Client client = Client.of(server)) {
      PrintWriter out = command.commandLine().getOut();
      int code = asking.ask(client, out);
      out.flush();
      return code;
    }
  }

  /** Whether machines read the output. */
  boolean json() {
    return json;
  }
}
