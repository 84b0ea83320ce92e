package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.browser.Visit.Look;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** At 360 pixels no view has to be scrolled sideways. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class SmallScreenTest {
  @Test
  void everyViewFits() throws Exception {
    UUID batch =
        Server.submit(
            "release of everything that was ready on Monday",
            List.of(
                Server.task("build", "narrow"),
                Server.task("deploy", "narrow", "build"),
                Server.task("rollback", "narrow", "deploy:on_failure"),
                Server.task(
                    "notify-everybody-who-asked", "narrow", "deploy:always", "rollback:always")));
    Server.claim("narrow").forEach(Server::succeed);
    JsonNode deploy = Server.claim("narrow").getFirst();
    String task = "&task=" + deploy.path("task_id").asString("");
    look("/", ".batches li", "batches-360");
    look(Visit.batch(batch), "canvas.graph[data-painted]", "graph-360");
    look(Visit.batch(batch) + "#table", "tbody tr", "table-360");
    look(Visit.batch(batch) + "#timeline", ".timeline li", "timeline-360");
    look(Visit.batch(batch) + task, ".panel .chip", "task-360");
    for (String view : List.of("failures", "workflows", "schedules", "deliveries", "approvals")) {
      look("/view/" + view, "main h1", view + "-360");
    }
    look("/operations", ".card", "operations-360");
  }

  private static void look(String path, String shown, String picture) throws Exception {
    try (Visit visit = Visit.to(Chromium.browser(), path, Look.NARROW)) {
      assertThat(visit.page.locator(shown).first()).isVisible();
      visit.waitUntilLive();
      assertThat(visit.hiddenPixels()).as(path).isZero();
      visit.picture(picture);
      visit.expectNoComplaints();
    }
  }
}
