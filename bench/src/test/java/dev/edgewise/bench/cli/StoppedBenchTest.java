package dev.edgewise.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bench leaves behind when it is stopped or killed. */
class StoppedBenchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void aBenchThatIsStoppedLeavesNoProcessAndNoFolder() throws Exception {
    Process bench = bench();
    List<ProcessHandle> started = started(bench);

    bench.destroy();

    assertThat(bench.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await().atMost(PATIENCE).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(folders()).isEmpty();
  }

  @Test
  void aBenchThatIsKilledLeavesNoProcess() throws Exception {
    Process bench = bench();
    List<ProcessHandle> started = started(bench);

    bench.destroyForcibly();

    await().atMost(PATIENCE).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Starts a bench that would run for minutes. */
  private Process bench() throws IOException {
    return BenchProcess.start(
        folder, Redirect.DISCARD, "run", "--load=chain", "--size=100000", "--batches=1");
  }

  /** Returns the processes of its server and its PostgreSQL, once both run. */
  private List<ProcessHandle> started(Process bench) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            folders().stream().anyMatch(StoppedBenchTest::hasServer)
                && bench.descendants().count() > 3);
    return bench.descendants().toList();
  }

  private static boolean hasServer(Path folder) {
    return list(folder).stream().anyMatch(file -> file.toString().endsWith(".log"));
  }

  private List<Path> folders() {
    return list(folder).stream()
        .filter(path -> path.getFileName().toString().startsWith("edgewise-bench-"))
        .toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
