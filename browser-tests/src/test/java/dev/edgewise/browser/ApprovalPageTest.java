package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.edgewise.browser.Visit.Look;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** Approvals are found and decided, in their list and beside their batch. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class ApprovalPageTest {
  private static UUID asking(String title) {
    Map<String, Object> wait =
        Map.of(
            "id",
            "ask",
            "name",
            "go-ahead",
            "wait",
            Map.of("approval", Map.of("title", title, "text", "All tests are green.")));
    return Server.submit(title, List.of(wait, Server.task("deploy", "approved", "ask")));
  }

  private static JsonNode answer(UUID batch) {
    String task =
        Server.client().get("/v1/batches/" + batch + "/graph").at("/tasks/0/id").asString("");
    return Server.client().get("/v1/tasks/" + task);
  }

  private static void decide(Visit visit, Locator button, String comment, String decision) {
    button.click();
    visit.page.getByLabel("Comment").fill(comment);
    visit.page.locator("dialog").getByText(decision).last().click();
  }

  @Test
  void anApprovalIsDecidedWithACommentInTheList() throws Exception {
    UUID batch = asking("Deploy 1.5?");
    try (Visit visit = Visit.to(Chromium.browser(), "/view/approvals")) {
      Locator row =
          visit
              .page
              .locator(".rows li")
              .filter(new Locator.FilterOptions().setHasText("Deploy 1.5?"));
      assertThat(row).containsText("All tests are green.");
      visit.picture("approvals");
      decide(visit, visit.button("Approve Deploy 1.5?"), "after the freeze", "Approve");
      assertThat(row).hasCount(0);
      JsonNode task = answer(batch);
      assertThat(task.path("status").asString("")).isEqualTo("Success");
      assertThat(task.at("/result/comment").asString("")).isEqualTo("after the freeze");
      visit.expectNoComplaints();
    }
  }

  @Test
  void aBatchShowsWhatItWaitsForAndIsRejected() {
    UUID batch = asking("Deploy 1.6?");
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch), new Look(390, 800, true))) {
      assertThat(visit.page.locator(".head .ask")).containsText("Deploy 1.6?");
      assertThat(visit.hiddenPixels()).isZero();
      visit.waitUntilLive();
      decide(visit, visit.button("Reject Deploy 1.6?"), "too late", "Reject");
      assertThat(visit.page.locator(".title .state").first()).hasText("failed");
      assertThat(visit.page.locator(".head .ask")).hasCount(0);
      assertThat(answer(batch).path("failure_reason").asString("")).contains("too late");
      visit.expectNoComplaints();
    }
  }

  @Test
  void aBatchIsPausedAndResumed() {
    UUID batch = Server.submit("halted", List.of(Server.task("a", "halted")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilLive();
      visit.button("Pause the batch").click();
      assertThat(visit.page.locator(".chips")).hasText("‖1 Paused");
      assertThat(visit.page.locator(".origin")).containsText("paused");
      visit.button("Resume the batch").click();
      assertThat(visit.page.locator(".chips")).hasText("○1 Pending");
      visit.expectNoComplaints();
    }
  }
}
