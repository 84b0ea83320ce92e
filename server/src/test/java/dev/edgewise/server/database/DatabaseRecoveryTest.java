package dev.edgewise.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.server.postgres.EmbeddedPostgres;
import dev.edgewise.server.postgres.PostgresAddress;
import dev.edgewise.server.postgres.PostgresSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pools reconnect to a database that crashed. */
class DatabaseRecoveryTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  @Test
  void bothPoolsWorkAgainAfterACrashOfTheServer() {
    Path programs = Path.of("target", "test-postgres");
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(new PostgresSettings(folder, programs, 20, Map.of()))) {
      PostgresAddress address = postgres.address();
      DatabaseSettings settings =
          DatabaseSettings.of(address.jdbcUrl(), address.user(), address.password());
      try (Database database = Database.open(settings)) {
        database.engine().useHandle(handle -> handle.execute("CREATE TABLE kept (id int)"));
        database.engine().useHandle(handle -> handle.execute("INSERT INTO kept VALUES (7)"));
        assertThat(database.ping()).isTrue();

        ProcessHandle.of(postgres.pid()).ifPresent(ProcessHandle::destroyForcibly);

        await().atMost(LIMIT).ignoreExceptions().until(() -> kept(database) == 7);
        await().atMost(LIMIT).until(database::ping);
      }
    }
  }

  @Test
  void aServerThatRecoversFromTheCrashOfOneOfItsProcessesIsAnotherRun() throws Exception {
    Path programs = Path.of("target", "test-postgres");
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.start(new PostgresSettings(folder, programs, 20, Map.of()))) {
      PostgresAddress address = postgres.address();
      var properties =
          Pools.brief(DatabaseSettings.of(address.jdbcUrl(), address.user(), address.password()));
      var connections = new Connections();
      ServerRun before;
      try (Connection connection = connections.open(properties)) {
        ServerRun.Backend backend = ServerRun.read(connection);
        before = backend.run();
        assertThat(connections.era().run()).isEqualTo(before);
        ProcessHandle.of(backend.process()).ifPresent(ProcessHandle::destroyForcibly);
      }
      await()
          .atMost(LIMIT)
          .ignoreExceptions()
          .until(() -> {
            try (Connection connection = connections.open(properties)) {
              return !ServerRun.read(connection).run().equals(before);
            }
          });
      assertThat(connections.era().run())
          .isNotNull()
          .isNotEqualTo(before)
          .extracting(ServerRun::started)
          .isEqualTo(before.started());
    }
  }

  private static int kept(Database database) {
    return database
        .engine()
        .withHandle(handle -> handle.createQuery("SELECT id FROM kept").mapTo(int.class).one());
  }
}
