package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class BatchPageTest {
  @Test
  void thePageShowsChangesWithoutAReload() {
    UUID batch =
        Server.submit("followed", List.of(Server.task("a", "live"), Server.task("b", "live", "a")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilLive();
      assertThat(visit.page.locator(".chips")).hasText("◌1 Waiting○1 Pending");
      List<JsonNode> first = Server.claim("live");
      assertThat(visit.page.locator(".chips")).hasText("◌1 Waiting▶1 Running");
      first.forEach(Server::succeed);
      assertThat(visit.page.locator(".chips")).hasText("○1 Pending✓1 Success");
      Server.claim("live").forEach(Server::succeed);
      assertThat(visit.page.locator(".title .state")).hasText("succeeded");
      visit.expectNoComplaints();
    }
  }

  @Test
  void aServerThatComesBackIsFollowedAgain() throws Exception {
    UUID batch = Server.submit("restarted", List.of(Server.task("a", "restarted")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilLive();
      Server.process().kill();
      assertThat(visit.page.locator("#live")).hasText("reconnecting");
      Server.process().restart();
      assertThat(visit.page.locator("#live"))
          .hasText("live", new LocatorAssertions.HasTextOptions().setTimeout(15_000));
      Server.claim("restarted").forEach(Server::succeed);
      assertThat(visit.page.locator(".title .state")).hasText("succeeded");
    }
  }

  @Test
  void tasksAreSelectedWithTheKeyboard() {
    UUID batch =
        Server.submit(
            "keys",
            List.of(
                Server.task("root", "keys"),
                Server.task("left", "keys", "root"),
                Server.task("right", "keys", "root")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilPainted();
      visit.page.locator("canvas.graph").focus();
      visit.page.keyboard().press("Enter");
      Locator heading = visit.page.locator(".panel h2");
      assertThat(heading).hasText("root");
      visit.page.keyboard().press("ArrowRight");
      assertThat(heading).hasText("left");
      visit.page.keyboard().press("ArrowDown");
      assertThat(heading).hasText("right");
      visit.page.keyboard().press("Escape");
      assertThat(visit.page.locator(".panel")).isHidden();
      visit.expectNoComplaints();
    }
  }

  @Test
  void aSpreadIsOneRowUntilEveryItemIsPressed() {
    Map<String, Object> each = Server.task("each", "spread");
    each.put("spread", "list.items");
    UUID batch =
        Server.submit(
            "spread",
            List.of(Server.task("list", "spread"), each, Server.task("sum", "spread", "each")));
    Server.claim("spread").forEach(Server::succeed);
    Server.claim("spread").getFirst();
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch) + "#table")) {
      assertThat(visit.page.locator("tbody tr")).hasCount(3);
      visit.button("Every item").click();
      assertThat(visit.page.locator("tbody tr")).hasCount(6);
      assertThat(visit.page.getByText("each[2]")).isVisible();
      visit.expectNoComplaints();
    }
  }

  @Test
  void theTableIsSortedAndSearched() {
    UUID batch =
        Server.submit(
            "table",
            List.of(Server.task("b", "z"), Server.task("a", "y"), Server.task("other", "x")));
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.page.locator("#tab-table").click();
      Locator names = visit.page.locator("tbody tr td:first-child");
      assertThat(names).hasText(new String[] {"b", "a", "other"});
      visit.button("Task").click();
      assertThat(names).hasText(new String[] {"a", "b", "other"});
      visit.button("Kind").click();
      assertThat(names).hasText(new String[] {"other", "a", "b"});
      visit.page.getByLabel("Find a task").fill("oth");
      assertThat(names).hasText(new String[] {"other"});
      visit.expectNoComplaints();
    }
  }
}
