package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class BatchesPageTest {
  /** How often the page of operations looks. */
  private static final int REFRESH_MILLIS = 2_000;

  @Test
  void batchesAreStoppedAndRerunFromTheListWhichFollowsByItself() {
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      Server.submit("stopped", List.of(Server.task("a", "list"), Server.task("b", "list", "a")));
      assertThat(visit.row("stopped").locator(".state")).hasText("running");

      visit.confirm(visit.row("stopped").getByRole(AriaRole.BUTTON));
      assertThat(visit.row("stopped").locator(".state")).hasText("canceled");
      assertThat(visit.row("stopped").locator(".bar")).hasAttribute("aria-label", "2 Canceled");

      visit.row("stopped").getByRole(AriaRole.BUTTON).click();
      assertThat(visit.row("stopped").locator(".state")).hasText("running");
      Server.claim("list").forEach(Server::succeed);
      Server.claim("list").forEach(Server::succeed);
      assertThat(visit.row("stopped").locator(".state")).hasText("succeeded");
      visit.waitUntilLive();
      visit.expectNoComplaints();
    }
  }

  @Test
  void filtersLeaveOnlyMatchingBatches() {
    Server.submit("needle", List.of(Server.task("thread", "sewing")));
    Server.submit("haystack", List.of(Server.task("straw", "farming")));
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      assertThat(visit.row("haystack")).isVisible();

      visit.page.getByLabel("Name").fill("thread");
      assertThat(visit.row("haystack")).hasCount(0);
      assertThat(visit.row("needle")).hasCount(1);

      visit.page.getByLabel("Name").fill("");
      visit.page.getByLabel("Kind").fill("farming");
      assertThat(visit.row("needle")).hasCount(0);
      assertThat(visit.row("haystack")).hasCount(1);

      visit.page.getByLabel("Status").selectOption(new SelectOption().setValue("failed"));
      assertThat(visit.page.getByText("No batch matches these filters.")).isVisible();
      visit.page.getByLabel("Status").selectOption(new SelectOption().setValue("running"));
      visit.page.getByLabel("Created before").fill("2020-01-01T00:00");
      assertThat(visit.page.getByText("No batch matches these filters.")).isVisible();
      visit.expectNoComplaints();
    }
  }

  @Test
  void operationsShowsWhatTheMetricsSay() throws Exception {
    Server.submit(
        "waiting", List.of(Server.task("a", "operations"), Server.task("b", "operations")));
    try (Visit visit = Visit.to(Chromium.browser(), "/operations")) {
      var waiting =
          visit.page.locator(
              ".card", new Page.LocatorOptions().setHasText("Tasks that wait to be taken"));
      assertThat(waiting.locator("strong")).not().hasText("…");
      assertThat(Integer.parseInt(waiting.locator("strong").innerText().replace(",", "")))
          .isGreaterThanOrEqualTo(2);
      assertThat(visit.page.locator(".card .plot")).hasCount(16);
      Server.claim("operations");
      var hop =
          visit.page.locator(
              ".card", new Page.LocatorOptions().setHasText("A ready task waits to be taken"));
      assertThat(hop.locator("strong")).not().hasText("…");
      visit.expectNoComplaints();
    }
  }

  @Test
  void operationsAddsAPointPerRefresh() throws Exception {
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      visit.page.clock().install();
      visit.page.navigate("/operations");
      var heap = visit.page.locator(".card", new Page.LocatorOptions().setHasText("Heap in use"));
      for (int look = 1; look <= 60; look++) {
        int points = look;
        Awaitility.await()
            .until(
                () -> heap.locator("polyline").getAttribute("points").split(" ").length >= points);
        int tasks = 3 + look * 7 % 11;
        Server.submit(
            "drawn",
            IntStream.range(0, tasks).mapToObj(n -> Server.task("task " + n, "drawn")).toList());
        Server.claim("drawn").stream().limit(1 + look * 5 % 9).forEach(Server::succeed);
        visit.page.clock().runFor(REFRESH_MILLIS);
      }
      visit.picture("operations");
      visit.expectNoComplaints();
    }
  }
}
