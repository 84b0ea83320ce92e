package dev.edgewise.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a kill of Edgewise, of PostgreSQL or of both, every committed row is still there. */
class KilledServerTest {

  private static final int ROUNDS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void killingEdgewiseAndPostgresLosesNoCommittedRow() throws Exception {
    for (int round = 1; round <= ROUNDS; round++) {
      try (ChildServer child = ChildServer.start(folder)) {
        assertThat(child.rows()).isEqualTo(round);
        ProcessHandle.of(child.serverPid()).ifPresent(ProcessHandle::destroyForcibly);
        child.kill();
      }
    }
  }

  @Test
  void postgresStopsWhenItsEdgewiseIsKilled() throws Exception {
    try (ChildServer child = ChildServer.start(folder)) {
      ProcessHandle server = ProcessHandle.of(child.serverPid()).orElseThrow();
      child.kill();

      await().atMost(LIMIT).until(() -> !server.isAlive());
    }
  }

  @Test
  void killingOnlyEdgewiseLosesNoCommittedRow() throws Exception {
    for (int round = 1; round <= 3; round++) {
      try (ChildServer child = ChildServer.start(folder)) {
        assertThat(child.rows()).isEqualTo(round);
        child.kill();
      }
    }
  }

  @Test
  void aKilledPostgresIsStartedAgain() throws Exception {
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
