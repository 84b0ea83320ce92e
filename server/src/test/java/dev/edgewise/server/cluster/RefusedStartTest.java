package dev.edgewise.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.server.testing.Receiver;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that cannot start say why in one sentence, claim nothing and exit. */
@Timeout(120)
class RefusedStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void aServerWhosePortIsInUseSaysSoInOneSentenceAndChangesNoTask() throws Exception {
    try (TestDatabase database = TestDatabase.open();
        TestStore store = new TestStore(database.database());
        Receiver receiver = Receiver.start();
        var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var onStart = new Actions(receiver.action("/"), null, null, null);
      store.submit(null, TestTask.task("a").actions(onStart), TestTask.task("b"));
      String before = database.text("select string_agg(t::text, '; ') from task_state t");
      int port = taken.getLocalPort();

      ServerProcess server = ServerProcess.launch(port, database.jdbcUrl(), Map.of());
      try (server) {
        assertThat(server.awaitExit(PATIENCE)).isEqualTo(1);
      }

      assertThat(server.output().strip())
          .isEqualTo(
              "Port %d is already in use. Stop the other process or set PORT.".formatted(port));
      assertThat(receiver.calls()).isEmpty();
      assertThat(database.text("select string_agg(t::text, '; ') from task_state t"))
          .isEqualTo(before)
          .contains("pending");
    }
  }

  @Test
  void aServerThatFindsNoDatabaseSaysSoInOneSentence() throws Exception {
    try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      int port = free.getLocalPort();
      free.close();
      ServerProcess server =
          ServerProcess.launch(
              port,
              "postgres://nobody@127.0.0.1:1/none",
              Map.of("DATABASE_WAIT_SECS", "1", "LOG_LEVEL", "error"));
      try (server) {
        assertThat(server.awaitExit(PATIENCE)).isEqualTo(1);
      }
      assertThat(server.output().lines())
          .singleElement()
          .asString()
          .startsWith("PostgreSQL at 127.0.0.1:1/none could not be reached for 1 s")
          .endsWith("check DATABASE_URL and that PostgreSQL runs.");
    }
  }
}
