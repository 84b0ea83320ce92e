package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.export.Export;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes what is stored as Parquet, also beside a running server. */
@Command(
    name = "export",
    description = {
      "Writes runs, tasks, the facts of edges, timers and webhook calls as Parquet files.",
      "Runs beside a live server and sees one moment of it."
    },
    sortOptions = false)
final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "edgewise-export",
      description =
          "where the files go; those of an earlier export are replaced (default: ${DEFAULT-VALUE})")
  private Path folder = Path.of("edgewise-export");

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    PrintWriter out = spec.commandLine().getOut();
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      Database database = part.database();
      if (!database.migrated()) {
        throw new StartException("The database has no schema yet: run edgewise migrate or serve.");
      }
      new Export(database)
          .to(folder)
          .forEach(written -> out.printf("%,12d rows  %s%n", written.rows(), written.file()));
    } catch (UncheckedIOException e) {
      throw new StartException(
          "The folder %s cannot be written: %s".formatted(folder, e.getMessage()));
    }
    return 0;
  }
}
