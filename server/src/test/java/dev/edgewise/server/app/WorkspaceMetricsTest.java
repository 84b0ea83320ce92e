package dev.edgewise.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.api.Scope;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics of workspaces, and who sees them. */
class WorkspaceMetricsTest {
  private final KeyedServer server = new KeyedServer();
  private final String blue =
      server
          .send(
              server.admin,
              "POST",
              "/v1/keys",
              "{\"name\":\"b\",\"scopes\":[\"submit\",\"read\"],\"workspace\":\"acme/blue\"}")
          .body()
          .get("key")
          .asString();

  @AfterEach
  void stop() {
    server.close();
  }

  private List<String> series(String key, String beginning) {
    return server
        .send(key, "GET", "/metrics", "")
        .raw()
        .body()
        .lines()
        .filter(line -> line.startsWith(beginning))
        .toList();
  }

  private void submit(String key, int tasks) {
    for (int i = 0; i < tasks; i++) {
      assertThat(server.send(key, "POST", "/task", KeyedServer.TASK.formatted("k")).status())
          .isEqualTo(201);
    }
  }

  @Test
  void theLoadHasALabelForTheWorkspaceEvenWithoutTasks() {
    submit(server.submitter, 2);
    submit(blue, 3);
    String ready = "edgewise_queue{state=\"ready\"";
    await()
        .untilAsserted(() ->
            assertThat(series(KeyedServer.METRICS_TOKEN, ready))
                .containsExactlyInAnyOrder(
                    "edgewise_queue{state=\"ready\",workspace=\"default/default\"} 2.0",
                    "edgewise_queue{state=\"ready\",workspace=\"acme/blue\"} 3.0"));
    assertThat(series(server.admin, "edgewise_outbox"))
        .containsExactlyInAnyOrder(
            "edgewise_outbox{workspace=\"default/default\"} 0.0",
            "edgewise_outbox{workspace=\"acme/blue\"} 0.0");
  }

  @Test
  void aReaderSeesNothingOfOtherWorkspaces() {
    submit(blue, 1);
    await().until(() -> series(KeyedServer.METRICS_TOKEN, "edgewise_leases").size() == 4);
    String shown = server.send(server.reader, "GET", "/metrics", "").raw().body();
    assertThat(shown)
        .contains("edgewise_workers{workspace=\"default/default\"} 0.0", "jvm_memory_used_bytes")
        .doesNotContain("acme", "blue", "workspace=\"other\"");
    assertThat(series(blue, "edgewise_queue"))
        .containsExactlyInAnyOrder(
            "edgewise_queue{state=\"ready\",workspace=\"acme/blue\"} 1.0",
            "edgewise_queue{state=\"parked\",workspace=\"acme/blue\"} 0.0");
  }

  @Test
  void workspacesBeyondTheBoundShareASeries() {
    for (int i = 0; i < 60; i++) {
      assertThat(
              server
                  .send(server.admin, "PUT", "/v1/workspaces/many/w%02d".formatted(i), "{}")
                  .status())
          .isEqualTo(201);
    }
    for (String workspace : List.of("w00", "w58", "w59")) {
      String path =
          server
              .client
              .send(
                  "POST",
                  "/task",
                  KeyedServer.TASK.formatted("k"),
                  "Authorization",
                  "Bearer " + server.key(Scope.ADMIN),
                  "X-Workspace",
                  "many/" + workspace)
              .raw()
              .body();
      assertThat(path).contains("batch_id");
    }
    await()
        .untilAsserted(() ->
            assertThat(series(KeyedServer.METRICS_TOKEN, "edgewise_queue{state=\"ready\""))
                .hasSize(51)
                .contains("edgewise_queue{state=\"ready\",workspace=\"other\"} 2.0")
                .doesNotContain("w59"));
  }

  @Test
  void withoutAuthenticationEverythingIsShown() {
    try (var database = TestDatabase.open();
        var open = Client.start(database, Map.of())) {
      assertThat(open.get("/metrics").raw().body())
          .contains("edgewise_queue{state=\"parked\",workspace=\"default/default\"} 0.0");
    }
  }
}
