package dev.edgewise.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is killed, at whatever moment, every committed row is there after the next start. */
class KilledServerTest {

  private static final int ROUNDS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void killingBothLosesNothing() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      try (ChildServer child = ChildServer.start(folder)) {
        assertThat(child.rows()).isEqualTo(round);
        ProcessHandle.of(child.serverPid()).ifPresent(ProcessHandle::destroyForcibly);
        child.kill();
      }
    }
  }

  @Test
  void aServerWhoseEdgewiseWasKilledStopsByItself() throws Exception {
    try (ChildServer child = ChildServer.start(folder)) {
      ProcessHandle server = ProcessHandle.of(child.serverPid()).orElseThrow();
      child.kill();

      await().atMost(LIMIT).until(() -> !server.isAlive());
    }
  }

  @Test
  void killingOnlyEdgewiseLosesNothing() throws Exception {
    for (int round = 1; round <= 3; round++) {
      try (ChildServer child = ChildServer.start(folder)) {
        assertThat(child.rows()).isEqualTo(round);
        child.kill();
      }
    }
  }

  @Test
  void aServerKilledUnderALivingEdgewiseIsStartedAgain() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start(settings())) {
      PostgresAddress address = postgres.address();
      for (int round = 1; round <= 3; round++) {
        assertThat(ServerProgram.addRow(address)).isEqualTo(round);
        long killed = postgres.pid();
        ProcessHandle.of(killed).ifPresent(ProcessHandle::destroyForcibly);

        long rows = round;
        await()
            .atMost(LIMIT)
            .ignoreExceptions()
            .until(() -> postgres.pid() != killed && ServerProgram.rows(address) == rows);
      }
      assertThat(postgres.address()).isEqualTo(address);
    }
  }

  private PostgresSettings settings() {
    return new PostgresSettings(folder, ChildServer.PROGRAMS, 20, Map.of());
  }
}
