package dev.edgewise.server.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tlc2.TLC;

/** Checks the TLA+ specification of readiness, and that broken variants violate it. */
class ReadinessSpecTest {
  private static final Path SPECS = Path.of("..", "docs", "design");
  private static final int LIMIT_SECS = 120;
  private static final int NO_ERROR = 0;
  private static final int INVARIANT_VIOLATED = 12;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "readiness",
        "readiness-join",
        "readiness-recall",
        "readiness-failover",
        "readiness-return"
      })
  void theProtocolKeepsItsInvariantsThroughDuplicatesCrashesPausesAndFailovers(String configuration)
      throws Exception {
    Checked checked = check(configuration);
    assertThat(checked.output()).contains("Model checking completed. No error has been found.");
    assertThat(checked.status()).isEqualTo(NO_ERROR);
  }

  @ParameterizedTest
  @CsvSource({
    "readiness-bare-counters, ReadyIffEnoughEdgesSatisfied",
    "readiness-two-commits, NoLostCompletion",
    "readiness-paused-ignored, NoLostCompletion",
    "readiness-unguarded-claim, StartedAtMostOncePerAttempt",
    "readiness-unchecked-recall, CounterIsNumberOfFacts",
    "readiness-kept-memory, ReadyIffEnoughEdgesSatisfied",
    "readiness-uncapped-join, ReadyIffEnoughEdgesSatisfied",
    "readiness-unmoved-return, OverStaysOver"
  })
  void aBrokenProtocolViolatesItsInvariant(String configuration, String invariant)
      throws Exception {
    Checked checked = check(configuration);
    assertThat(checked.output()).contains("Invariant " + invariant + " is violated.");
    assertThat(checked.status()).isEqualTo(INVARIANT_VIOLATED);
  }

  private record Checked(int status, String output) {}

  /** Runs TLC in a process of its own: it keeps its state in static fields. */
  private Checked check(String configuration) throws Exception {
    Path output = folder.resolve("output");
    Process tlc =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx256m",
                    "-Djava.io.tmpdir=" + folder,
                    "-cp",
                    jar(),
                    TLC.class.getName(),
                    "-deadlock",
                    "-metadir",
                    folder.toString(),
                    "-config",
                    configuration + ".cfg",
                    "readiness.tla"))
            .directory(SPECS.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(tlc.waitFor(LIMIT_SECS, TimeUnit.SECONDS)).as("TLC finished").isTrue();
      return new Checked(tlc.exitValue(), Files.readString(output));
    } finally {
      tlc.destroyForcibly();
    }
  }

  private static String jar() throws URISyntaxException {
    return Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }
}
