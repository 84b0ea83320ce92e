package dev.edgewise.server.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script that completes commands and options in a shell. */
@Command(
    name = "completion",
    description = "Prints a script that completes commands and options in bash and zsh.",
    footer = "%nsource <(edgewise completion)",
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var program = spec.root().commandLine();
    spec.commandLine().getOut().print(AutoComplete.bash(spec.root().name(), program));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
