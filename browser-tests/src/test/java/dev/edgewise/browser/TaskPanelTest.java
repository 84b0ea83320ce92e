package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.edgewise.server.testing.Receiver;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class TaskPanelTest {
  @Test
  void aTaskIsPausedResumedCanceledAndRunAgain() {
    UUID batch = Server.submit("handled", List.of(Server.task("only", "handled")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilPainted();
      Locator canvas = visit.page.locator("canvas.graph");
      // The only box is in the middle.
      canvas.click();
      Locator chip = visit.page.locator(".panel .chip");
      assertThat(chip).containsText("Pending");
      assertThat(visit.page.locator(".panel li").first()).containsText("worker");

      visit.button("Pause").click();
      assertThat(chip).containsText("Paused");
      visit.button("Resume").click();
      assertThat(chip).containsText("Pending");
      visit.confirm(visit.button("Cancel"));
      assertThat(chip).containsText("Canceled");
      visit.confirm(visit.page.locator(".panel").getByText("Rerun"));
      assertThat(chip).containsText("Pending · attempt 1");

      JsonNode claimed = Server.claim("handled").getFirst();
      assertThat(chip).containsText("Running");
      Server.fail(claimed, "the disk is full");
      assertThat(visit.page.locator(".panel .reason")).hasText("the disk is full");
      assertThat(visit.page.locator(".attempts li")).hasCount(2);
      assertThat(Server.status(claimed)).isEqualTo("Failure");
      visit.expectNoComplaints();
    }
  }

  @Test
  void aDeliveryIsShownAndCalledAgain() throws Exception {
    try (Receiver receiver = Receiver.start().answering(_ -> Receiver.Answer.of(202, "heard"))) {
      String url = receiver.url("/done");
      Map<String, Object> task = Server.task("told", "told");
      task.put(
          "on_success",
          List.of(
              Map.of(
                  "kind",
                  "Webhook",
                  "params",
                  Map.of("url", url, "verb", "Post", "body", Map.of("who", "all")))));
      UUID batch = Server.submit("told", List.of(task));
      JsonNode claimed = Server.claim("told").getFirst();
      Server.succeed(claimed);
      String id = claimed.path("task_id").asString("");
      try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch) + "&task=" + id)) {
        Awaitility.await().until(() -> receiver.calls().size() == 1);
        Locator panel = visit.page.locator(".panel");
        assertThat(panel).containsText("Success: success");
        assertThat(panel).containsText("answered 202");
        assertThat(panel).containsText("POST " + url);
        panel.getByText("Request and response").click();
        assertThat(panel.locator("details[open] pre"))
            .containsText(
                """
                X-Task-Trigger: success
                X-Task-Attempt: 0

                {
                  "who": "all"
                }

                → answered 202
                heard\
                """);
        visit.button("Call again").click();
        Awaitility.await().until(() -> receiver.calls().size() == 2);
        visit.expectNoComplaints();
      }
    }
  }
}
