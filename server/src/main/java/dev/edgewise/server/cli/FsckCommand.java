package dev.edgewise.server.cli;

import dev.edgewise.server.StartException;
import dev.edgewise.server.app.DatabasePart;
import dev.edgewise.server.config.Configuration;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.http.Wire;
import dev.edgewise.server.logging.LogSetup;
import dev.edgewise.server.store.fsck.Finding;
import dev.edgewise.server.store.fsck.Fsck;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the database against the invariants; a server may be running. */
@Command(
    name = "fsck",
    description = {
      "Recomputes counters, readiness and states from facts and definitions and prints every"
          + " difference.",
      "A server may be running. The exit code is 1 if there is a difference."
    },
    sortOptions = false)
final class FsckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "print each difference as a JSON object on its own line")
  private boolean json;

  @Option(
      names = "--replay",
      description = "also rebuild tasks and facts from the ledger alone and compare")
  private boolean replay;

  @Override
  public Integer call() {
    Configuration.Valid configuration = SettingFlags.configuration(spec);
    LogSetup.apply(configuration.settings().observation());
    PrintWriter out = spec.commandLine().getOut();
    AtomicLong differences = new AtomicLong();
    try (DatabasePart part = DatabasePart.beside(configuration.settings().storage())) {
      Database database = part.database();
      if (!database.migrated()) {
        throw new StartException(
            "The database has no schema yet. Run `edgewise migrate` or `edgewise serve` first.");
      }
      new Fsck(database)
          .check(
              replay,
              finding -> {
                differences.incrementAndGet();
                out.println(json ? Wire.text(view(finding)) : finding);
              });
    }
    if (!json) {
      out.println(differences.get() == 0 ? "No differences." : differences.get() + " differences.");
    }
    return differences.get() == 0 ? 0 : 1;
  }

  /** The printed form of a difference. */
  private record View(String invariant, String id, String difference) {}

  private static View view(Finding finding) {
    return new View(finding.invariant().label(), finding.id().toString(), finding.difference());
  }
}
