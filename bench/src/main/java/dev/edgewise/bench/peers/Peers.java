package dev.edgewise.bench.peers;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.database.Postgres;
import dev.edgewise.bench.load.Graph;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures peers, one after the other, each in a database of its own.
 *
 * @param graph what each of them does in each round
 * @param concurrency how much each may do at once
 * @param warmUp rounds before those that are measured
 * @param folder for their files
 */
public record Peers(
    Postgres postgres, Graph graph, int concurrency, int warmUp, int rounds, Path folder) {

  /**
   * Measures one.
   *
   * @throws dev.edgewise.bench.round.VoidRoundException when it did not do what it must
   * @throws IllegalStateException when it did not start
   */
  public Figures measure(Peer peer, PeerHome.Launch.Ready launch, Progress progress) {
    try (BenchDatabase database = postgres.create();
        PeerProcess process = PeerProcess.start(launch.command(), environment(database), folder)) {
      List<Map<Figure, Double>> measured = new ArrayList<>();
      var round = new PeerRound(process, database, peer.shape(), peer.stored());
      for (int i = 1 - warmUp; i <= rounds; i++) {
        progress.at(i <= 0 ? "warm-up" : "round", Math.max(i, 0), rounds);
        Map<Figure, Double> figures = round.run(graph);
        if (i > 0) {
          measured.add(figures);
        }
      }
      return Figures.of(measured);
    }
  }

  private Map<String, String> environment(BenchDatabase database) {
    return Map.of(
        "PEER_JDBC_URL", database.jdbcUrl(),
        "PEER_DATABASE_URL", database.url(),
        "PEER_CONCURRENCY", Integer.toString(concurrency));
  }
}
