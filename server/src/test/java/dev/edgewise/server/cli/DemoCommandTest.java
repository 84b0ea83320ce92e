package dev.edgewise.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.http.Wire;
import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(180)
class DemoCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private Process start(String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "demo",
                "--port=0",
                "--edgewise-data-dir=" + folder.resolve("data")));
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("out").toFile())
        .start();
  }

  private String told() {
    try {
      return Files.readString(folder.resolve("out"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void oneRoundEndsAsTheExamplesSay() throws Exception {
    Process demo = start("--once");

    assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(told())
        .contains("The page is at http://localhost:")
        .containsPattern("rollback +deploy +Failure")
        .containsPattern("rollback +rollback +Success")
        .containsPattern("flaky +fetch +RetryPending \\(attempt 2\\)")
        .containsPattern("fan-out +ended as expected: 14 Success")
        .endsWith("The demo has ended.\n");
    assertThat(demo.exitValue()).as(told()).isZero();
  }

  @Test
  void theDemoSignsInWhereKeysAreNeeded() throws Exception {
    Process demo = start("--once", "--auth=keys");

    assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(told()).isZero();
  }

  @Test
  void jsonOutputIsOneObjectPerLine() throws Exception {
    Process demo = start("--once", "--json");

    assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    List<JsonNode> events = told().lines().map(line -> Wire.read(line, JsonNode.class)).toList();
    assertThat(events.getFirst().path("page").asString("")).startsWith("http://localhost:");
    assertThat(events)
        .filteredOn(event -> event.path("event").asString("").equals("ended"))
        .hasSize(5)
        .allMatch(event -> event.path("as_expected").asBoolean(false));
    assertThat(events.getLast().path("event").asString("")).isEqualTo("stopped");
  }

  @Test
  void aSignalStopsTheDemoCleanly() throws Exception {
    Process demo = start();
    try {
      await().atMost(PATIENCE).until(() -> told().contains("Running"));
      demo.destroy();
      assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      demo.destroyForcibly();
    }
    assertThat(told())
        .endsWith("The demo has ended.\n")
        .doesNotContain("Exception")
        .doesNotContainPattern("(?m)^.*(WARN|ERROR).*$");
    assertThat(EmbeddedPostgres.running(PostgresSettings.in(folder.resolve("data")))).isEmpty();
  }
}
