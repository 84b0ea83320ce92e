package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.edgewise.server.http.Wire;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** The log of a task is followed while the task runs. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class LogPageTest {
  private static void log(JsonNode claimed, int from, int to) {
    List<Map<String, String>> lines =
        IntStream.range(from, to)
            .mapToObj(n -> Map.of("level", n % 10 == 7 ? "error" : "info", "message", "row " + n))
            .toList();
    Map<String, Object> entry =
        Map.of(
            "task_id", claimed.path("task_id").asString(""),
            "delivery_token", claimed.path("delivery_token").asString(""),
            "lines", lines);
    Server.client().send("POST", "/v1/work/log", Wire.text(List.of(entry)));
  }

  @Test
  void aLogIsFollowedAndSearched() throws Exception {
    UUID batch = Server.submit("logging", List.of(Server.task("load", "logging")));
    JsonNode claimed = Server.claim("logging").getFirst();
    log(claimed, 0, 100);
    String address = Visit.batch(batch) + "&pane=log&task=" + claimed.path("task_id").asString("");
    try (Visit visit = Visit.to(Chromium.browser(), address)) {
      Locator lines = visit.page.locator(".log li");
      assertThat(lines).hasCount(100);
      log(claimed, 100, 200);
      assertThat(lines).hasCount(200);
      assertThat(lines.last()).isInViewport();
      visit.picture("log");

      visit.page.evaluate("document.querySelector('.log').scrollTop = 0");
      assertThat(visit.button("Follow")).hasAttribute("aria-pressed", "false");
      log(claimed, 200, 201);
      assertThat(lines).hasCount(201);
      assertThat(lines.first()).isInViewport();
      assertThat(lines.last()).not().isInViewport();
      visit.button("Follow").click();
      assertThat(lines.last()).isInViewport();

      visit.page.getByLabel("Search the log").fill("error");
      assertThat(lines).hasCount(20);
      visit.page.getByLabel("Search the log").fill("");
      Server.succeed(claimed);
      assertThat(visit.page.locator(".panel .chip")).containsText("Success");
      assertThat(visit.page.locator(".panel [role=status]")).hasText("201 lines");
      visit.expectNoComplaints();
    }
  }
}
