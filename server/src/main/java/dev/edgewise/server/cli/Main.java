package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.config.Build;
import dev.edgewise.server.logging.LastingLogManager;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code edgewise}. */
@Command(
    name = "edgewise",
    description = "A durable DAG orchestrator on PostgreSQL.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = "%nA separate program measures a server: ./edgewise bench --help")
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.setProperty("java.util.logging.manager", LastingLogManager.class.getName());
    System.exit(commandLine(arguments).execute(arguments));
  }

  /** Returns the command line with all commands. */
  static CommandLine commandLine() {
    return with(Commands.ALL.values());
  }

  /** Returns the command line with the command that is called, or with all of them for a help. */
  private static CommandLine commandLine(String[] arguments) {
    Supplier<CommandLine> called = arguments.length == 0 ? null : Commands.ALL.get(arguments[0]);
    return called == null || arguments[0].equals(Commands.COMPLETION)
        ? commandLine()
        : with(List.of(called));
  }

  private static CommandLine with(Collection<Supplier<CommandLine>> commands) {
    CommandLine line = new CommandLine(new Main());
    commands.forEach(command -> line.addSubcommand(command.get()));
    return line.setParameterExceptionHandler(Main::misuse)
        .setExecutionExceptionHandler(Main::failure);
  }

  /** Prints a usage error, suggestions, and where to find help. */
  private static int misuse(ParameterException e, String[] arguments) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    if (arguments.length == 0) {
      line.usage(err);
    } else {
      err.println(e.getMessage() + ".");
      UnmatchedArgumentException.printSuggestions(e, err);
      err.println("`" + line.getCommandSpec().qualifiedName() + " --help` shows the usage.");
    }
    err.flush();
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Prints one sentence for an error that the operator can fix, and a stack trace for a defect. */
  private static int failure(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (e instanceof StartException
        || e instanceof InvalidConfiguration
        || e instanceof ClientException) {
      err.println(e.getMessage());
    } else {
      e.printStackTrace(err);
    }
    err.flush();
    return line.getCommandSpec().exitCodeOnExecutionException();
  }

  /** Prints the version of the build. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"edgewise " + Build.CURRENT.version()};
    }
  }
}
