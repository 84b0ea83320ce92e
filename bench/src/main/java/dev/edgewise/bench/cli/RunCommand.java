package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs loads on a server and prints their figures. */
@Command(
    name = "run",
    description = "Runs loads on a server and prints their figures.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class RunCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Surroundings surroundings = new Surroundings();

  @Mixin private Against against = new Against();

  @Option(
      names = "--load",
      split = ",",
      defaultValue = "layers",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private List<Load> loads = List.of();

  @Option(
      names = "--executor",
      split = ",",
      defaultValue = "workers",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private List<ExecutorKind> executors = List.of();

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
      names = "--concurrency",
      description =
          "workers (default: 16), or webhooks at once (default: 64, as the server has it for a"
              + " host)")
  private @Nullable Integer concurrency;

  @Option(
      names = "--at-once",
      defaultValue = "100",
      description = "tasks that a worker asks for (default: ${DEFAULT-VALUE})")
  private int atOnce;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "measured rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "5",
      description = "rounds before them (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(
      names = "--ceiling",
      description = "measures the ceiling and the floor in each round too, and prints the ratios")
  private boolean ceiling;

  @Option(
      names = "--statements",
      paramLabel = "N",
      defaultValue = "0",
      description = "shows the statements that took most of the last round's time")
  private int statements;

  @Option(names = "--json", paramLabel = "FILE", description = "writes the report there too")
  private @Nullable Path json;

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "FILE",
      description = "measures nothing and compares two reports")
  private @Nullable List<Path> compared;

  @Override
  public Integer call() {
    var screen = new Screen(spec.commandLine().getOut());
    if (compared != null) {
      compare(screen, Report.read(compared.getFirst()), Report.read(compared.getLast()));
      return 0;
    }
    against.check(spec.commandLine());
    List<Report.Entry> entries = new ArrayList<>();
    try (var place = surroundings.open()) {
      for (Load load : loads) {
        for (ExecutorKind executor : executors) {
          int together = concurrency == null ? executor.usualConcurrency() : concurrency;
          Case what = new Case(load, executor, size, batches, together, atOnce);
          List<Figures> figures = measure(what, place, screen);
          screen.table(what.title(), figures.getFirst());
          if (against.named()) {
            screen.turns(what.title(), figures.getLast(), figures.getFirst());
          }
          entries.add(Report.Entry.of(what.title(), figures.getFirst()));
        }
      }
      if (json != null) {
        Report.of(place.postgres, entries).write(json);
      }
    }
    return 0;
  }

  /** This build's figures, then those of the other if there is one. */
  private List<Figures> measure(Case what, Place place, Screen screen) {
    try (Side own = side(what, place, surroundings.options(), Map.of());
        Side other =
            against.named()
                ? side(what, place, against.options(surroundings.options()), against.settings())
                : null) {
      for (int i = 1 - warmUp; i <= rounds; i++) {
        // Who comes second profits from what the first has warmed, so they take turns at that too.
        if (other != null && i % 2 == 0) {
          round(other, i, "the other, ", screen);
        }
        round(own, i, "", screen);
        if (other != null && i % 2 != 0) {
          round(other, i, "the other, ", screen);
        }
      }
      return other == null ? List.of(own.figures()) : List.of(own.figures(), other.figures());
    }
  }

  /**
   * @param settings replace those of the command
   */
  private Side side(Case what, Place place, List<String> options, Map<String, String> settings) {
    Map<String, String> needed =
        Map.of(
            "WORKER_WEBHOOK_CONCURRENCY", Integer.toString(what.concurrency()),
            "WEBHOOK_HOST_CONCURRENCY", Integer.toString(what.concurrency()));
    BenchDatabase database = place.postgres.create();
    try {
      return new Side(
          what,
          database,
          surroundings.server(database, needed, settings, options, place.folder),
          place);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private void round(Side side, int number, String whose, Screen screen) {
    String label = whose + (number <= 0 ? "warm-up" : "round " + number);
    if (statements > 0) {
      side.forgetStatements();
    }
    var figures = side.round(label, screen);
    if (statements > 0 && number == rounds) {
      side.showStatements(statements, screen);
    }
    // It is warm after one round.
    if (ceiling && number >= 0) {
      side.ceiling(figures, label, screen);
    }
    if (number > 0) {
      side.keep(figures);
    }
  }

  private static void compare(Screen screen, Report before, Report after) {
    for (Report.Entry entry : before.cases()) {
      after.cases().stream()
          .filter(other -> other.title().equals(entry.title()))
          .findFirst()
          .ifPresent(other -> screen.comparison(entry.title(), entry.figures(), other.figures()));
    }
  }
}
