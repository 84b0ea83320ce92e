package dev.edgewise.bench.ceiling;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.load.Submission;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Check;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Progress;
import dev.edgewise.bench.round.Submitted;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Measures the ceiling of a case with transactions of several sizes, and the floor of a hop. */
public final class CeilingRound {

  private static final Map<Figure, Integer> TRANSACTIONS =
      new EnumMap<>(
          Map.of(Figure.CEILING_10, 10, Figure.CEILING_100, 100, Figure.CEILING_1000, 1000));

  private final Case what;
  private final int connections;
  private final ServerProcess server;
  private final BenchDatabase database;
  private final Progress progress;

  /**
   * A round that is still to be run.
   *
   * @param server submits the batches and is idle then
   */
  public CeilingRound(
      Case what, int connections, ServerProcess server, BenchDatabase database, Progress progress) {
    this.what = what;
    this.connections = connections;
    this.server = server;
    this.database = database;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws dev.edgewise.bench.round.VoidRoundException when the rows are not as a server leaves
   *     them
   */
  public Map<Figure, Double> run() {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    List<UUID> batches = new ArrayList<>();
    byte[] body = Submission.of(what.load().graph(what.size()));
    TRANSACTIONS.forEach((figure, size) -> {
      var submitted = Submitted.to(server, body, what.batches(), progress);
      progress.at("ceiling of " + size, 0, what.tasks());
      figures.put(figure, new Ceiling(database).run(submitted.batches(), size, connections));
      batches.addAll(submitted.batches());
    });
    progress.at("check", 0, 1);
    Check.all(database, server, batches, (long) what.tasks() * TRANSACTIONS.size());
    progress.at("floor", 0, 1);
    Floor floor = Floor.measure(database, server);
    figures.put(Figure.COMMIT, floor.commits().millis(0.5));
    figures.put(Figure.COMMIT_P99, floor.commits().millis(0.99));
    figures.put(Figure.EXCHANGE, floor.exchanges().millis(0.5));
    figures.put(Figure.EXCHANGE_P99, floor.exchanges().millis(0.99));
    return figures;
  }

  /** Adds the ratios to the figures of a round and of its ceiling. */
  public static void relate(Map<Figure, Double> figures) {
    double best =
        TRANSACTIONS.keySet().stream()
            .mapToDouble(size -> figures.getOrDefault(size, 0.0))
            .max()
            .orElse(0);
    double floor =
        figures.getOrDefault(Figure.COMMIT, 0.0) + figures.getOrDefault(Figure.EXCHANGE, 0.0);
    put(figures, Figure.CEILING_RATIO, Figure.THROUGHPUT, best);
    put(figures, Figure.HOP_P50_RATIO, Figure.HOP_P50, floor);
    put(figures, Figure.HOP_P99_RATIO, Figure.HOP_P99, floor);
  }

  private static void put(Map<Figure, Double> figures, Figure ratio, Figure of, double to) {
    Double value = figures.get(of);
    if (value != null) {
      figures.put(ratio, value / to);
    }
  }
}
