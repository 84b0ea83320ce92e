package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.cli.remote.access.SecretCommands;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.secret.Rekey;
import dev.edgewise.server.store.secret.SecretKeys;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands that store, list and delete secrets, and encrypt them with another key. */
@Command(
    name = "secret",
    description = "Stores, lists and deletes secrets, and encrypts them with another key.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class SecretCommand {
  private static final int AT_ONCE = 100;

  private SecretCommand() {}

  static CommandLine line() {
    return new CommandLine(new SecretCommand())
        .addSubcommand(new SecretCommands.Put())
        .addSubcommand(new SecretCommands.ListSecrets())
        .addSubcommand(new SecretCommands.Delete())
        .addSubcommand(SettingFlags.ofStorage(new RekeyCommand(), "SECRETS_KEY"));
  }

  /** Encrypts every secret with the first key. It works on the database; servers may run. */
  @Command(
      name = "rekey",
      description = "Encrypts every secret in the database with the first key of SECRETS_KEY.",
      sortOptions = false)
  static final class RekeyCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
      Configuration.Valid configuration = SettingFlags.configuration(spec);
      LogSetup.apply(configuration.settings().observation());
      var keys = new SecretKeys(configuration.settings().access().secretsKeys());
      if (keys.isEmpty()) {
        throw new StartException(
            "SECRETS_KEY is not set. Set it to NEW,OLD: the key to encrypt with, and those that"
                + " decrypt the secrets now.");
      }
      PrintWriter out = spec.commandLine().getOut();
      PrintWriter err = spec.commandLine().getErr();
      try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
        if (!part.database().migrated()) {
          throw new StartException(
              "The database has no schema yet. Run `edgewise migrate` or `edgewise serve` first.");
        }
        Rekey.Rekeyed rekeyed = new Rekey(part.database(), keys, AT_ONCE).run();
        out.printf("Encrypted %d secrets with the first key.%n", rekeyed.changed());
        out.flush();
        if (rekeyed.unreadable().isEmpty()) {
          return 0;
        }
        err.println(
            "No key of SECRETS_KEY decrypts these secrets. Add the key that encrypted them, or"
                + " store them again:");
        rekeyed.unreadable().forEach(secret -> err.println("  " + secret));
        err.flush();
        return 1;
      }
    }
  }
}
