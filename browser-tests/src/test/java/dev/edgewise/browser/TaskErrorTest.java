package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.edgewise.server.http.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/**
 * What the executor of a task reports: progress while it runs, and the error that ended an attempt.
 */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class TaskErrorTest {
  private static void report(String path, JsonNode claimed, Map<String, Object> report) {
    Map<String, Object> item = new HashMap<>(report);
    item.put("task_id", claimed.path("task_id").asString(""));
    item.put("delivery_token", claimed.path("delivery_token").asString(""));
    Server.client().send("POST", path, Wire.text(List.of(item)));
  }

  @Test
  void progressAndTheErrorWithItsStackAreShown() {
    UUID batch = Server.submit("reporting", List.of(Server.task("load", "reporting")));
    JsonNode claimed = Server.claim("reporting").getFirst();
    report("/v1/work/heartbeat", claimed, Map.of("progress", 0.25, "message", "row 25 of 100"));
    String address = Visit.batch(batch) + "&task=" + claimed.path("task_id").asString("");
    try (Visit visit = Visit.to(Chromium.browser(), address)) {
      visit.waitUntilLive();
      Locator panel = visit.page.locator(".panel");
      assertThat(panel.locator(".progress")).containsText("25 % row 25 of 100");

      String stack =
          IntStream.range(0, 20)
              .mapToObj(n -> "at Load.part" + n + "(Load.java:" + n + ")")
              .collect(Collectors.joining("\n"));
      report(
          "/v1/work/complete",
          claimed,
          Map.of(
              "status",
              "Failure",
              "failure_reason",
              "the load failed",
              "error",
              Map.of("type", "LoadException", "message", "row 26 is empty", "stack", stack)));
      assertThat(panel.locator(".error").first()).containsText("LoadException row 26 is empty");
      assertThat(panel.getByText("at Load.part19").first()).isHidden();
      panel.getByText("Stack, 20 lines").first().click();
      assertThat(panel.getByText("at Load.part19").first()).isVisible();
      assertThat(panel.locator(".attempts li")).hasCount(1);
      assertThat(panel.locator(".attempts li")).containsText("Failure · browser-test");
      visit.expectNoComplaints();
    }
  }
}
