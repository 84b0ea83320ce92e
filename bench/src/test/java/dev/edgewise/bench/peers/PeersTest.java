package dev.edgewise.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.bench.FleetingPostgres;
import dev.edgewise.bench.load.Load;
import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import dev.edgewise.bench.round.VoidRoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures and messages about a peer whose behaviour is known. */
class PeersTest {

  private static final int TASKS = 60;

  @TempDir Path folder;

  @Test
  void aPeerIsCountedAndTimed() {
    Figures figures = measure(Peer.PG_BOSS, "well");

    assertThat(figures.spread(Figure.STATEMENTS).max()).isEqualTo(1);
    assertThat(figures.spread(Figure.WAL).min()).isGreaterThan(20);
    assertThat(figures.spread(Figure.THROUGHPUT).min()).isPositive();
    assertThat(figures.spread(Figure.HOP_P50).min()).isPositive();
    assertThat(figures.spread(Figure.HOP_P99).min())
        .isGreaterThanOrEqualTo(figures.spread(Figure.HOP_P50).min());
  }

  @Test
  void independentTasksHaveNoHopAndMayRunInAnyOrder() {
    assertThat(measure(Peer.DB_SCHEDULER, "backwards").measured())
        .contains(Figure.THROUGHPUT)
        .doesNotContain(Figure.HOP_P50);
  }

  @Test
  void aPeerWithItsOwnStoreHasNoFiguresOfPostgres() {
    assertThat(measure(Peer.RESTATE, "well").measured())
        .contains(Figure.HOP_P50, Figure.CPU_SERVER)
        .doesNotContain(Figure.WAL, Figure.STATEMENTS);
  }

  @Test
  void aPeerThatExecutesTasksWronglyIsVoid() {
    assertThatThrownBy(() -> measure(Peer.PG_BOSS, "twice"))
        .isInstanceOf(VoidRoundException.class)
        .hasMessage("0 tasks were never executed, 1 more than once");
    assertThatThrownBy(() -> measure(Peer.PG_BOSS, "forgets"))
        .isInstanceOf(VoidRoundException.class)
        .hasMessage("1 tasks were never executed, 0 more than once");
    assertThatThrownBy(() -> measure(Peer.PG_BOSS, "backwards"))
        .isInstanceOf(VoidRoundException.class)
        .hasMessage("40 tasks began before their parents had ended");
    assertThatThrownBy(() -> measure(Peer.PG_BOSS, "dies"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no more");
  }

  @Test
  void aMissingPeerNamesTheCommandThatInstallsIt() throws IOException {
    var home = new PeerHome(folder, "no-such-npm");
    assertThat(reason(home, Peer.DBOS)).contains("./edgewise bench peers builds them");

    Files.createDirectories(folder.resolve("node"));
    Files.createDirectories(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/transact-1.2.3.jar"));
    assertThat(home.launch(Peer.DBOS))
        .isInstanceOfSatisfying(
            PeerHome.Launch.Ready.class,
            ready -> {
              assertThat(ready.version()).isEqualTo("1.2.3");
              assertThat(ready.command()).endsWith("dev.edgewise.peers.Main", "dbos");
            });
    assertThat(reason(home, Peer.PG_BOSS)).contains("apt install npm");
  }

  @Test
  void theTableNamesWhatAPeerCannotExpress() {
    var table = new PeerTable();
    table.add("one 1.0", Shape.INDEPENDENT, "conditions", Figures.of(List.of()));
    table.add("two", "it needs Node.js");

    assertThat(table.lines())
        .anySatisfy(line -> assertThat(line).contains("one 1.0").endsWith("independent tasks"))
        .anySatisfy(line -> assertThat(line).contains("one 1.0").endsWith("express conditions"))
        .anySatisfy(line -> assertThat(line).contains("two").endsWith("it needs Node.js"));
  }

  private Figures measure(Peer peer, String behaviour) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            FakePeer.class.getName(),
            behaviour);
    return new Peers(FleetingPostgres.instance(), Load.LAYERS.graph(TASKS), 4, 0, 1, folder)
        .measure(peer, new PeerHome.Launch.Ready(command, "0"), (_, _, _) -> {});
  }

  private static String reason(PeerHome home, Peer peer) {
    return ((PeerHome.Launch.Skipped) home.launch(peer)).reason();
  }
}
