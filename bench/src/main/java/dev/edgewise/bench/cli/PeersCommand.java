package dev.edgewise.bench.cli;

import dev.edgewise.bench.database.BenchDatabase;
import dev.edgewise.bench.executor.Executor;
import dev.edgewise.bench.executor.ExecutorKind;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.peers.Peer;
import dev.edgewise.bench.peers.PeerHome;
import dev.edgewise.bench.peers.PeerTable;
import dev.edgewise.bench.peers.Peers;
import dev.edgewise.bench.peers.Shape;
import dev.edgewise.bench.process.ServerProcess;
import dev.edgewise.bench.round.Case;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.Report;
import dev.edgewise.bench.round.Round;
import dev.edgewise.bench.round.VoidRoundException;
import dev.edgewise.server.config.Build;
import java.net.URISyntaxException;
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

/** Measures other systems on the same PostgreSQL with the same work. */
@Command(
    name = "peers",
    description = "Measures other systems on the same PostgreSQL with the same work.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PeersCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private Surroundings surroundings = new Surroundings();

  @Option(
      names = "--peers",
      split = ",",
      defaultValue = "db-scheduler,jobrunr,dbos,pg-boss,graphile-worker,restate",
      description = "which ones (default: ${DEFAULT-VALUE})")
  private List<String> names = List.of();

  @Option(
      names = "--size",
      defaultValue = "10000",
      description = "tasks, in layers with three edges each (default: ${DEFAULT-VALUE})")
  private int size;

  @Option(
      names = "--concurrency",
      defaultValue = "16",
      description = "threads, workers or jobs at once of each (default: ${DEFAULT-VALUE})")
  private int concurrency;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "measured rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "2",
      description = "rounds before them (default: ${DEFAULT-VALUE})")
  private int warmUp;

  @Option(names = "--json", paramLabel = "FILE", description = "writes the report there too")
  private @Nullable Path json;

  @Option(
      names = "--home",
      paramLabel = "FOLDER",
      hidden = true,
      description = "where the build has put the peers' programs")
  private @Nullable Path home;

  @Override
  public Integer call() {
    var screen = new Screen(spec.commandLine().getOut());
    List<Peer> peers = names.stream().map(this::peer).toList();
    var table = new PeerTable();
    List<Report.Entry> entries = new ArrayList<>();
    boolean good = true;
    try (var place = surroundings.open()) {
      Figures ours = edgewise(place, screen);
      String name = "edgewise " + Build.CURRENT.version();
      table.add(name, Shape.EDGES, "", ours);
      entries.add(Report.Entry.of(name, ours));
      var graph = Load.LAYERS.graph(size);
      var measuring = new Peers(place.postgres, graph, concurrency, warmUp, rounds, place.folder);
      var peerHome = new PeerHome(home == null ? builtHome() : home, "npm");
      for (Peer peer : peers) {
        good &= measure(peer, measuring, peerHome, screen, table, entries);
      }
      if (json != null) {
        Report.of(place.postgres, entries).write(json);
      }
    }
    screen.line("");
    screen.line("%,d tasks, %d at once, medians of %d rounds".formatted(size, concurrency, rounds));
    table.lines().forEach(screen::line);
    return good ? 0 : 1;
  }

  private Peer peer(String name) {
    return Peer.named(name)
        .orElseThrow(() ->
            new picocli.CommandLine.ParameterException(
                spec.commandLine(), "There is no peer '" + name + "'."));
  }

  /** Whether its figures count, or it was left out for a reason. */
  private static boolean measure(
      Peer peer,
      Peers measuring,
      PeerHome home,
      Screen screen,
      PeerTable table,
      List<Report.Entry> entries) {
    switch (home.launch(peer)) {
      case PeerHome.Launch.Skipped(String reason) -> table.add(peer.toString(), reason);
      case PeerHome.Launch.Ready ready -> {
        String name = peer + " " + ready.version();
        try {
          Figures figures = measuring.measure(peer, ready, screen.progress(name));
          screen.table(name, figures);
          table.add(name, peer.shape(), peer.missing(), figures);
          entries.add(Report.Entry.of(name, figures));
        } catch (VoidRoundException e) {
          table.add(name, "void: " + e.getMessage());
          return false;
        } catch (IllegalStateException e) {
          screen.line(name + ": " + e.getMessage());
          table.add(name, "failed, see above");
          return false;
        }
      }
    }
    return true;
  }

  private Figures edgewise(Place place, Screen screen) {
    Case what = new Case(Load.LAYERS, ExecutorKind.WORKERS, size, 1, concurrency, 100);
    List<Map<Figure, Double>> measured = new ArrayList<>();
    try (BenchDatabase database = place.postgres.create();
        ServerProcess server = surroundings.server(database, Map.of(), place.folder);
        Executor executor =
            what.executor().start(server, what.concurrency(), what.atOnce(), place.folder)) {
      for (int i = 1 - warmUp; i <= rounds; i++) {
        var progress = screen.progress("edgewise, " + (i <= 0 ? "warm-up" : "round " + i));
        var figures = new Round(what, server, database, executor, progress).run();
        if (i > 0) {
          measured.add(figures);
        }
      }
    }
    Figures figures = Figures.of(measured);
    screen.table("edgewise", figures);
    return figures;
  }

  /** The folder beside that of this program's own build. */
  private static Path builtHome() {
    try {
      Path jar =
          Path.of(PeersCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return jar.resolveSibling("../../bench-peers/target").normalize();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
