package dev.edgewise.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.bench.round.Figure;
import dev.edgewise.bench.round.Figures;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Two builds in one bench. */
class TurnsTest {

  @TempDir Path folder;

  @Test
  void eachRoundIsRunOnBothAndTheOtherHasItsOwnOptions() throws Exception {
    Path other = folder.resolve("other");
    Path output = folder.resolve("output");

    Process bench =
        BenchProcess.start(
            folder,
            Redirect.to(output.toFile()),
            "run",
            "--load=chain",
            "--size=10",
            "--batches=1",
            "--warm-up=0",
            "--rounds=2",
            "--against-java-option=-Xlog:safepoint:file=" + other);
    assertThat(bench.waitFor()).as(Files.readString(output, UTF_8)).isZero();

    assertThat(Files.readString(output, UTF_8))
        .containsSubsequence(
            "workers: round 1", "the other, round 1", "the other, round 2", "workers: round 2")
        .contains("16 workers asking for 100, in turns")
        .containsPattern("throughput .* better in \\d of 2\n");
    assertThat(other).exists();
  }

  @Test
  void aRoundIsComparedWithThatOfItsTurn() {
    var other = figures(10, 100);
    var own = figures(12, 80);
    var text = new StringWriter();

    new Screen(new PrintWriter(text)).turns("case", other, own);

    assertThat(own.ratios(other, Figure.THROUGHPUT)).containsExactly(1.2, 0.8);
    assertThat(text.toString()).containsPattern("throughput +55.0 +46.0 +1.00 +better in 1 of 2");
  }

  private static Figures figures(double first, double second) {
    return Figures.of(List.of(Map.of(Figure.THROUGHPUT, first), Map.of(Figure.THROUGHPUT, second)));
  }

  @Test
  void anotherJarComesWithItsOwnCache() throws Exception {
    Path jar = Files.createFile(folder.resolve("edgewise.jar"));
    Path cache = Files.createFile(folder.resolve("17.aot"));
    var against = new Against();
    CommandLine.populateCommand(against, "--against", jar.toString());

    List<String> options = against.options(List.of("-Xmx1g", "-XX:AOTCache=own.aot"));

    assertThat(options).startsWith("-Xmx1g", "-XX:AOTCache=" + cache, "-cp").hasSize(4);
    assertThat(options.getLast()).contains(jar.toString());
  }

  @Test
  void aJarThatIsNotThereIsRefusedBeforeAnythingStarts() {
    var errors = new StringWriter();
    CommandLine command = new CommandLine(new RunCommand()).setErr(new PrintWriter(errors));

    int code = command.execute("--against", folder.resolve("none.jar").toString());

    assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(errors.toString()).startsWith("--against: there is no file ");
  }
}
