package dev.edgewise.bench.peers;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.round.Cost;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Meter;
import dev.edgewise.bench.round.Percentiles;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** One graph that a peer stores and then does. */
final class PeerRound {

  private static final Set<Figure> OF_DATABASE =
      EnumSet.of(Figure.STATEMENTS, Figure.TRANSACTIONS, Figure.WAL, Figure.CPU_DATABASE);

  private final PeerProcess process;
  private final BenchDatabase database;
  private final Shape shape;
  private final boolean stored;

  /**
   * A round that is still to be run.
   *
   * @param stored whether the peer keeps its state in the database
   */
  PeerRound(PeerProcess process, BenchDatabase database, Shape shape, boolean stored) {
    this.process = process;
    this.database = database;
    this.shape = shape;
    this.stored = stored;
  }

  /**
   * Measures and checks.
   *
   * @throws dev.edgewise.bench.round.VoidRoundException when a task was not executed as it must
   */
  Map<Figure, Double> run(Graph graph) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    try (Connection connection = database.connect()) {
      long begun = System.nanoTime();
      process.submit(graph);
      figures.put(Figure.SUBMIT_RATE, graph.size() / ((System.nanoTime() - begun) / 1e9));
      var meter = new Meter(database, connection, process::processorTime, () -> Duration.ZERO);
      Executions executions = process.run(graph.size());
      Cost cost = meter.cost();
      figures.put(Figure.THROUGHPUT, executions.throughput());
      cost.share(graph.size(), figures);
      figures.remove(Figure.CPU_GENERATOR);
      if (shape == Shape.BARRIERS) {
        figures.remove(Figure.SUBMIT_RATE);
      }
      if (!stored) {
        figures.keySet().removeAll(OF_DATABASE);
      }
      if (shape.waits()) {
        Percentiles hops = executions.hops(graph);
        figures.put(Figure.HOP_P50, hops.millis(0.5));
        figures.put(Figure.HOP_P95, hops.millis(0.95));
        figures.put(Figure.HOP_P99, hops.millis(0.99));
      }
      return figures;
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be reached", e);
    }
  }
}
