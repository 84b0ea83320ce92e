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

/** Exports the database as Parquet files; a server may be running. */
@Command(
    name = "export",
    description = {
      "Writes runs, tasks, the facts of edges, timers and webhook calls as Parquet files.",
      "A server may be running; the export is a consistent snapshot."
    },
    sortOptions = false)
final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "edgewise-export",
      description =
          "the folder to write to; an earlier export is replaced (default: ${DEFAULT-VALUE})")
  private Path folder = Path.of("edgewise-export");

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    PrintWriter out = spec.commandLine().getOut();
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      Database database = part.database();
      if (!database.migrated()) {
        throw new StartException(
            "The database has no schema yet. Run `edgewise migrate` or `edgewise serve` first.");
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
