package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.EdgesCommand;
import dev.edgewise.server.cli.remote.ExplainCommand;
import dev.edgewise.server.cli.remote.ListCommand;
import dev.edgewise.server.cli.remote.RerunCommand;
import dev.edgewise.server.cli.remote.StopCommand;
import dev.edgewise.server.cli.remote.SubmitCommand;
import dev.edgewise.server.cli.remote.TaskCommand;
import dev.edgewise.server.cli.remote.WatchCommand;
import dev.edgewise.server.config.Build;
import dev.edgewise.server.logging.LastingLogManager;
import java.io.PrintWriter;
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
    System.exit(commandLine().execute(arguments));
  }

  /** Returns the command line with all commands. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .addSubcommand(SettingFlags.on(new CommandLine(new ServeCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new DemoCommand())))
        .addSubcommand(new SubmitCommand())
        .addSubcommand(new WatchCommand())
        .addSubcommand(new ListCommand())
        .addSubcommand(new ExplainCommand())
        .addSubcommand(new EdgesCommand())
        .addSubcommand(new TaskCommand.Cancel())
        .addSubcommand(new TaskCommand.Pause())
        .addSubcommand(new TaskCommand.Resume())
        .addSubcommand(new RerunCommand())
        .addSubcommand(new StopCommand())
        .addSubcommand(SettingFlags.on(new CommandLine(new ConfigCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new MigrateCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new FsckCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new ExportCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new BackupCommand())))
        .addSubcommand(SettingFlags.on(new CommandLine(new RestoreCommand())))
        .addSubcommand(KeyCommand.line())
        .addSubcommand(SecretCommand.line())
        .addSubcommand(SettingFlags.on(new CommandLine(new DoctorCommand())))
        .addSubcommand(new RehearseCommand())
        .addSubcommand(new CompletionCommand())
        .setParameterExceptionHandler(Main::misuse)
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
