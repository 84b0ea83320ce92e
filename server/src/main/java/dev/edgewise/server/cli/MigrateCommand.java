package dev.edgewise.server.cli;

import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.logging.LogSetup;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Updates the database schema without starting a server. */
@Command(
    name = "migrate",
    description = "Updates the database schema. `edgewise serve` also does this when it starts.",
    sortOptions = false)
final class MigrateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print a JSON object")
  private boolean json;

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    try (DatabasePart part = DatabasePart.start(configuration.settings().storage())) {
      int steps = part.database().migrate();
      spec.commandLine()
          .getOut()
          .println(
              json
                  ? Wire.text(Map.of("steps", steps))
                  : steps == 0
                      ? "The schema was up to date."
                      : "The schema is up to date after " + steps + " steps.");
    }
    return 0;
  }
}
