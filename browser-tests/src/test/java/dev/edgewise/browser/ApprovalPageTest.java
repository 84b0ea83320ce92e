package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.options.AriaRole;
import dev.edgewise.server.testing.Receiver;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** A person decides on the page behind a link. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(300)
class ApprovalPageTest {

  private static String link(Receiver receiver, UUID[] batch) {
    Map<String, Object> action =
        Map.of(
            "kind",
            "Webhook",
            "params",
            Map.of("url", receiver.url("/"), "verb", "Post", "body", "${approval.url}"));
    batch[0] =
        Server.submit(
            "release",
            List.of(
                Map.of(
                    "id",
                    "ask",
                    "name",
                    "Ask",
                    "wait",
                    Map.of(
                        "approval",
                        Map.of("title", "Ship <1.4>?", "text", "All tests\nare green.")),
                    "on_start",
                    action)));
    await().until(() -> receiver.calls().size() == 1);
    return receiver.calls().getFirst().body().replace("\"", "");
  }

  @Test
  void thePageShowsWhatIsAskedAndSendsTheDecision() {
    UUID[] batch = new UUID[1];
    try (Receiver receiver = Receiver.start();
        Visit visit = Visit.to(Chromium.browser(), link(receiver, batch), Visit.Look.NARROW)) {
      assertThat(visit.page.getByRole(AriaRole.HEADING)).hasText("Ship <1.4>?");
      assertThat(visit.page.locator(".text")).hasText("All tests are green.");
      assertThat(visit.hiddenPixels()).isZero();
      visit.page.getByLabel("Your name").fill("Ann");
      visit.page.getByLabel("Comment").fill("Go & ship");
      visit.button("Approve").click();
      assertThat(visit.page.getByRole(AriaRole.HEADING)).hasText("Approved");
      visit.expectNoComplaints();
      String result = Server.client().get("/v1/batches/" + batch[0] + "/tasks").toString();
      assertThat(result).contains("Success");
    }
  }
}
