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

/** Writes all that is stored into a file, also beside a running server. */
@Command(
    name = "backup",
    description = {
      "Writes all that is stored into one file, from which `edgewise restore` fills an empty"
          + " database.",
      "Runs beside a live server and sees one moment of it. The file has the secrets of the"
          + " database: keep it as safe as the database."
    },
    sortOptions = false)
final class BackupCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      description = "where to write; a file of that name is replaced when the backup is complete")
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
              "%s has %,d batches with %,d tasks.%n", file, rows.get("batch"), rows.get("task"));
      return 0;
    } catch (IOException e) {
      throw new StartException("The file %s cannot be written: %s".formatted(file, e.getMessage()));
    } catch (SQLException e) {
      throw new StartException("The database cannot be read: " + e.getMessage());
    }
  }
}
