package dev.edgewise.bench.cli;

import dev.edgewise.bench.ceiling.CeilingRound;
import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Statements;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A server with a database of its own on which rounds are run, and what they have measured. */
final class Side implements AutoCloseable {

  private final Case what;
  private final BenchDatabase database;
  private final ServerProcess server;
  private final Executor executor;
  private final List<Map<Figure, Double>> measured = new ArrayList<>();

  /**
   * Starts an executor for a server.
   *
   * @param database is closed with this, as the server is
   */
  Side(Case what, BenchDatabase database, ServerProcess server, Place place) {
    this.what = what;
    this.database = database;
    this.server = server;
    this.executor = what.executor().start(server, what.concurrency(), what.atOnce(), place.folder);
  }

  /** Runs a round. */
  Map<Figure, Double> round(String label, Screen screen) {
    Map<Figure, Double> figures =
        new Round(what, server, database, executor, screen.progress(label)).run();
    screen.line(
        "%s, %s: %s: %s tasks/s"
            .formatted(
                what.load(),
                what.executor(),
                label,
                Figure.text(figures.getOrDefault(Figure.THROUGHPUT, 0.0))));
    return figures;
  }

  /** Adds the ceiling and the floor to the figures of a round, and the ratios to them. */
  void ceiling(Map<Figure, Double> figures, String label, Screen screen) {
    figures.putAll(
        new CeilingRound(what, CeilingCommand.CONNECTIONS, server, database, screen.progress(label))
            .run());
    CeilingRound.relate(figures);
  }

  /** Keeps the figures of a round that counts. */
  void keep(Map<Figure, Double> figures) {
    measured.add(figures);
  }

  /** Forgets what statements have taken so far. */
  void forgetStatements() {
    if (database.counts()) {
      Statements.reset(database);
    }
  }

  /** The statements that have taken most since then. */
  void showStatements(int most, Screen screen) {
    if (database.counts()) {
      Statements.lines(database, most).forEach(screen::line);
    }
  }

  Figures figures() {
    return Figures.of(measured);
  }

  @Override
  public void close() {
    try (database;
        server) {
      executor.close();
    }
  }
}
