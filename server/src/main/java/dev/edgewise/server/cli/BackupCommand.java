package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Build;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.backup.Backup;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Backs up the database into a file; a server may be running. */
@Command(
    name = "backup",
    description = {
      "Backs up the database into one file, which `edgewise restore` loads into an empty"
          + " database.",
      "A server may be running; the backup is a consistent snapshot. The file contains the"
          + " secrets of the database: protect it like the database."
    },
    sortOptions = false)
final class BackupCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "the file to write; an existing file is replaced when the backup is complete")
  private Path file;

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      Database database = part.database();
      if (!database.migrated()) {
        throw new StartException("The database has no schema yet, so there is nothing to back up.");
      }
      Map<String, Long> rows = new Backup(database, Build.CURRENT.version()).to(file);
      spec.commandLine()
          .getOut()
          .printf(
              "Wrote %s: %,d batches with %,d tasks.%n", file, rows.get("batch"), rows.get("task"));
      return 0;
    } catch (IOException e) {
      throw new StartException("The file %s cannot be written: %s".formatted(file, e.getMessage()));
    } catch (SQLException e) {
      throw new StartException("The database cannot be read: " + e.getMessage());
    }
  }
}
