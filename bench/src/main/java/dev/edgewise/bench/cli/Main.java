package dev.edgewise.bench.cli;

import dev.edgewise.bench.round.VoidRoundException;
import dev.edgewise.server.StartException;
import dev.edgewise.server.logging.LastingLogManager;
import java.io.PrintWriter;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code edgewise bench}. */
@Command(
    name = "edgewise bench",
    description = "Measures Edgewise on this machine; without a command: run --ceiling.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {RunCommand.class, CeilingCommand.class, ScaleCommand.class, PeersCommand.class})
public final class Main {

  /** What whoever asks for nothing in particular gets: the usual load, and its ratios. */
  private static final List<String> USUAL = List.of("run", "--ceiling");

  /** Whether somebody has ended this process: what fails now fails because of that. */
  private static volatile boolean stopping;

  private Main() {}

  public static void main(String[] arguments) {
    System.setProperty("java.util.logging.manager", LastingLogManager.class.getName());
    LogManager.getLogManager().getLogger("").setLevel(Level.WARNING);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopping = true, "stop"));
    System.exit(commandLine().execute(asked(arguments)));
  }

  /** The arguments, or those that stand for none. */
  static String[] asked(String... arguments) {
    return arguments.length > 0 ? arguments : USUAL.toArray(String[]::new);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::failure);
  }

  /** Whatever the user can mend, and a void figure, is said in words; the rest is a defect. */
  private static int failure(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (stopping) {
      err.println("The bench was stopped.");
    } else if (e instanceof VoidRoundException) {
      err.println("The figures are void: " + e.getMessage());
    } else if (e instanceof StartException) {
      err.println(e.getMessage());
    } else {
      e.printStackTrace(err);
    }
    err.flush();
    return line.getCommandSpec().exitCodeOnExecutionException();
  }
}
