package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.backup.Restore;
import dev.edgewise.server.store.backup.RestoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Restores a backup into an empty database. */
@Command(
    name = "restore",
    description = {
      "Restores a file of `edgewise backup` into an empty database.",
      "The next server continues from the time of the backup. Start it only after the old one"
          + " has stopped; otherwise work is done twice."
    },
    sortOptions = false)
final class RestoreCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the backup file")
  private Path file;

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    if (!Files.isReadable(file)) {
      throw new StartException("The file %s does not exist or is not readable.".formatted(file));
    }
    try (DatabasePart part = DatabasePart.start(configuration.settings().storage())) {
      Map<String, Long> rows = new Restore(part.database()).from(file);
      spec.commandLine()
          .getOut()
          .printf(
              "Restored %,d batches with %,d tasks. `edgewise fsck --replay` checks them.%n",
              rows.get("batch"), rows.get("task"));
      return 0;
    } catch (RestoreException e) {
      throw new StartException("%s was not restored: %s".formatted(file, e.getMessage()));
    } catch (IOException e) {
      throw new StartException("The file %s cannot be read: %s".formatted(file, e.getMessage()));
    }
  }
}
