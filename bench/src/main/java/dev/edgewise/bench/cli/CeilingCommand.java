package dev.edgewise.bench.cli;

import dev.edgewise.bench.ceiling.CeilingRound;
import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what PostgreSQL itself allows. */
@Command(
    name = "ceiling",
    description = "Measures what PostgreSQL itself allows: the writes of tasks as plain SQL.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class CeilingCommand implements Callable<Integer> {

  /** As many as the server has committers. */
  static final int CONNECTIONS = 2;

  @Spec private CommandSpec spec;

  @Mixin private Surroundings surroundings = new Surroundings();

  @Option(
      names = "--load",
      defaultValue = "layers",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Load load = Load.LAYERS;

  @Option(
      names = "--size",
      defaultValue = "5000",
      description = "tasks of a batch (default: ${DEFAULT-VALUE})")
  private int size;

  @Option(
      names = "--batches",
      defaultValue = "4",
      description = "batches that run at once (default: ${DEFAULT-VALUE})")
  private int batches;

  @Option(
      names = "--connections",
      defaultValue = "" + CONNECTIONS,
      description = "connections to the database (default: ${DEFAULT-VALUE})")
  private int connections;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "measured rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Override
  public Integer call() {
    var screen = new Screen(spec.commandLine().getOut());
    Case what = new Case(load, ExecutorKind.WORKERS, size, batches, connections, 1);
    List<Map<Figure, Double>> measured = new ArrayList<>();
    try (var place = surroundings.open();
        BenchDatabase database = place.postgres.create();
        ServerProcess server = surroundings.server(database, Map.of(), place.folder)) {
      for (int i = 1; i <= rounds; i++) {
        measured.add(
            new CeilingRound(what, connections, server, database, screen.progress("round " + i))
                .run());
      }
    }
    screen.table(
        "%s: %,d x %,d tasks, %d connections".formatted(load, batches, size, connections),
        Figures.of(measured));
    return 0;
  }
}
