package dev.edgewise.server.cli.remote.access;

import dev.edgewise.server.cli.remote.ClientException;
import dev.edgewise.server.cli.remote.Connection;
import dev.edgewise.server.cli.remote.ProfileFile;
import dev.edgewise.server.cli.remote.ProfileOption;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Forgets a profile. */
@Command(
    name = "logout",
    description = "Forgets a profile and its key; the key itself stays valid.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class LogoutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private final ProfileOption profile = new ProfileOption();

  @Override
  public Integer call() {
    Map<String, Connection> profiles = ProfileFile.read();
    if (profiles.remove(profile.name()) == null) {
      throw new ClientException(
          "There is no profile " + profile.name() + ". `edgewise profiles` lists them.");
    }
    ProfileFile.write(profiles);
    spec.commandLine().getOut().println("The profile " + profile.name() + " is forgotten.");
    spec.commandLine().getOut().flush();
    return 0;
  }
}
