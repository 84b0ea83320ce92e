package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.edgewise.browser.Visit.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** Takes the pictures of the documents, each of a batch in the described state. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class PicturesTest {
  private static UUID release(String name, String kind) {
    Map<String, Object> integration = Server.task("integration-test", kind, "build");
    integration.put(
        "retry", Map.of("max_retries", 3, "initial_delay_secs", 600, "max_delay_secs", 600));
    List<Map<String, Object>> tasks = new ArrayList<>();
    tasks.add(Server.task("checkout", kind));
    tasks.add(Server.task("build", kind, "checkout"));
    tasks.add(Server.task("unit-test", kind, "build"));
    tasks.add(integration);
    tasks.add(Server.task("lint", kind, "checkout"));
    tasks.add(Server.task("deploy", kind, "unit-test", "integration-test", "lint"));
    tasks.add(Server.task("smoke-test", kind, "deploy"));
    tasks.add(Server.task("rollback", kind, "deploy:on_failure"));
    tasks.add(Server.task("notify", kind, "deploy:always", "rollback:always"));
    return Server.submit(name, tasks);
  }

  @Test
  void aBatchThatRuns() throws Exception {
    UUID batch = release("release 1.4", "running");
    Server.claim("running").forEach(Server::succeed);
    for (JsonNode task : Server.claim("running")) {
      if (task.path("name").asString("").equals("build")) {
        Server.succeed(task);
      }
    }
    for (JsonNode task : Server.claim("running")) {
      if (task.path("name").asString("").equals("integration-test")) {
        Server.fail(task, "connection refused");
      }
    }
    for (Look look : List.of(Look.USUAL, Look.DARK)) {
      try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch), look)) {
        visit.waitUntilPainted();
        visit.waitUntilLive();
        assertThat(visit.page.locator(".chips")).containsText("1 RetryPending");
        visit.page.waitForSelector("canvas.graph[data-counting='1']");
        visit.picture(look.dark() ? "graph-dark" : "graph");
      }
    }
  }

  @Test
  void aBatchThatWasRolledBack() throws Exception {
    UUID batch = release("release 1.5", "failing");
    for (int round = 0; round < 6; round++) {
      for (JsonNode task : Server.claim("failing")) {
        if (task.path("name").asString("").equals("deploy")) {
          Server.fail(task, "the health check of node 3 did not answer");
        } else {
          Server.succeed(task);
        }
      }
    }
    String deploy = Server.client().get("/dag/" + batch).at("/tasks/5/id").asString("");
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilPainted();
      visit.waitUntilLive();
      assertThat(visit.page.locator(".title .state").first()).hasText("failed");
      visit.picture("rollback");
    }
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch) + "&task=" + deploy)) {
      visit.waitUntilPainted();
      visit.waitUntilLive();
      assertThat(visit.page.locator(".panel .reason")).isVisible();
      visit.picture("task");
      visit.page.keyboard().press("Escape");
      visit.page.locator("#tab-table").click();
      assertThat(visit.page.locator("tbody tr")).hasCount(9);
      visit.picture("table");
    }
  }

  @Test
  void aTaskThatARuleHoldsBack() throws Exception {
    Map<String, Object> rule =
        Map.of(
            "type",
            "Concurrency",
            "matcher",
            Map.of("kind", "load", "status", "Running", "fields", List.of("table")),
            "max_concurrency",
            2);
    List<Map<String, Object>> tasks = new ArrayList<>();
    tasks.add(Server.task("extract", "extract"));
    for (int part = 1; part <= 4; part++) {
      Map<String, Object> load = Server.task("load-" + part, "load", "extract");
      load.put("metadata", Map.of("table", "orders"));
      load.put("rules", List.of(rule));
      tasks.add(load);
    }
    tasks.add(Server.task("report", "report", "load-1", "load-2", "load-3", "load-4"));
    UUID batch = Server.submit("nightly load", tasks);
    Server.claim("extract").forEach(Server::succeed);
    Server.claim("load");
    String held =
        Server.client().get("/task?status=Pending&batch_id=" + batch).at("/0/id").asString("");
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch) + "&task=" + held)) {
      visit.waitUntilPainted();
      visit.waitUntilLive();
      assertThat(visit.page.locator(".panel section").first())
          .containsText("2 of 2 taken, held by load-");
      visit.picture("explain");
      visit.expectNoComplaints();
    }
  }
}
