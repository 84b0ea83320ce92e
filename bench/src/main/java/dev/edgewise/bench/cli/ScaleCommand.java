package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Report;
import dev.edgewise.bench.scale.CostPlot;
import dev.edgewise.bench.scale.Scale;
import dev.edgewise.bench.scale.ScaleTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures whether a task costs the same however many there are. */
@Command(
    name = "scale",
    description = "Measures what a task costs in small and large batches, and beside many tasks.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ScaleCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Surroundings surroundings = new Surroundings();

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "1000,10000,100000",
      description =
          "tasks of the batches, each one request; 0 for none (default: ${DEFAULT-VALUE})")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--small-batches",
      paramLabel = "N",
      defaultValue = "10000",
      description = "batches of " + Scale.SMALL + " tasks at once (default: ${DEFAULT-VALUE})")
  private int smallBatches;

  @Option(
      names = "--waiting",
      paramLabel = "N",
      defaultValue = "100000",
      description = "tasks that wait beside a small batch (default: ${DEFAULT-VALUE})")
  private int waiting;

  @Option(
      names = "--concurrency",
      defaultValue = "16",
      description = "workers (default: ${DEFAULT-VALUE})")
  private int concurrency;

  @Option(
      names = "--at-once",
      defaultValue = "100",
      description = "tasks that a worker asks for (default: ${DEFAULT-VALUE})")
  private int atOnce;

  @Option(
      names = "--rounds",
      defaultValue = "10",
      description = "how often small batches are run, at most (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "TASKS",
      defaultValue = "40000",
      description = "tasks that are run before anything is measured (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(names = "--json", paramLabel = "FILE", description = "writes the report there too")
  private @Nullable Path json;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "draws what a task costs over the size of its batch")
  private @Nullable Path svg;

  @Option(
      names = "--from",
      split = ",",
      paramLabel = "FILE",
      description = "measures nothing and shows the sizes of these reports together")
  private @Nullable List<Path> reports;

  @Override
  public Integer call() {
    var screen = new Screen(spec.commandLine().getOut());
    if (reports != null) {
      show(
          screen,
          reports.stream()
              .flatMap(file -> Report.read(file).cases().stream())
              .map(Report.Entry::figures)
              .filter(figures -> figures.measured().contains(Figure.TASKS))
              .toList());
      return 0;
    }
    List<Report.Entry> entries = new ArrayList<>();
    try (var place = surroundings.open()) {
      int largest = Collections.max(sizes);
      if (largest > 0) {
        List<Figures> measured = new ArrayList<>();
        on(
            place,
            screen,
            "sizes",
            largest,
            scale -> {
              for (int size : sizes) {
                Figures figures = scale.batch(size);
                screen.table("a batch of %,d tasks".formatted(size), figures);
                entries.add(Report.Entry.of("scale: %,d tasks".formatted(size), figures));
                measured.add(figures);
              }
            });
        show(screen, measured);
      }
      if (smallBatches > 0) {
        on(
            place,
            screen,
            "small batches",
            0,
            scale -> {
              Figures figures = scale.smallBatches(smallBatches);
              String title = "%,d batches of %d tasks".formatted(smallBatches, Scale.SMALL);
              screen.table(title, figures);
              entries.add(Report.Entry.of("scale: " + title, figures.without(Figure.TASKS)));
            });
      }
      if (waiting > 0) {
        on(
            place,
            screen,
            "waiting",
            0,
            scale -> {
              Figures figures = scale.besideWaiting(waiting);
              String title = "a small batch beside %,d tasks that wait".formatted(waiting);
              screen.table(title, figures);
              entries.add(Report.Entry.of("scale: " + title, figures));
            });
      }
      if (json != null) {
        Report.of(place.postgres, entries).write(json);
      }
    }
    return 0;
  }

  /** Each part has a database and a server of its own, warm but empty. */
  private void on(Place place, Screen screen, String label, int size, Consumer<Scale> part) {
    try (BenchDatabase database = place.postgres.create();
        ServerProcess server = surroundings.server(database, Scale.settings(size), place.folder);
        Scale scale =
            new Scale(
                server,
                database,
                new Scale.Pace(concurrency, atOnce, rounds),
                place.folder,
                screen.progress(label))) {
      scale.warmUp(warmUp);
      part.accept(scale);
    }
  }

  private void show(Screen screen, List<Figures> measured) {
    screen.line("");
    ScaleTable.lines(measured).forEach(screen::line);
    if (svg != null) {
      try {
        Files.writeString(svg, CostPlot.svg(measured));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
