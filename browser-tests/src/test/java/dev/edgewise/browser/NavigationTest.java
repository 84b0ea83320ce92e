package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Links and keys lead to the views, and an address restores a view. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class NavigationTest {
  private static final Pattern FILTERED =
      Pattern.compile(".*[?&]name=addressed.*&status=running.*");
  private static final Pattern SORTED = Pattern.compile(".*[?&]sort=-task&.*#table");

  private static Locator heading(Visit visit) {
    return visit.page.locator("main h1");
  }

  @Test
  void theHeaderLeadsToEachViewAndBackLeadsBack() {
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      Locator links = visit.page.locator("header nav a");
      assertThat(links.last()).hasText("API");
      List<String> views = links.allInnerTexts();
      assertThat(views)
          .contains(
              "Batches",
              "Failures",
              "Workflows",
              "Schedules",
              "Deliveries",
              "Approvals",
              "Operations");
      for (String view : views.subList(0, views.size() - 1)) {
        visit
            .page
            .locator("header nav")
            .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(view))
            .click();
        assertThat(heading(visit)).hasText(view);
        assertThat(visit.page.locator("nav [aria-current=page]")).hasText(view);
        visit.waitUntilLive();
      }
      visit.page.goBack();
      assertThat(heading(visit)).hasText(views.get(views.size() - 3));
      visit.expectNoComplaints();
    }
  }

  @Test
  void keysOpenViewsAndTheSearch() {
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      visit.waitUntilLive();
      visit.page.keyboard().type("go");
      assertThat(heading(visit)).hasText("Operations");
      visit.page.keyboard().type("gb");
      assertThat(heading(visit)).hasText("Batches");
      visit.page.keyboard().press("?");
      assertThat(visit.page.locator("dialog")).containsText("goes to the search field");
      visit.page.keyboard().press("Escape");
      assertThat(visit.page.locator("dialog")).hasCount(0);
      visit.page.keyboard().press("/");
      assertThat(visit.page.getByLabel("Name")).isFocused();
      visit.page.keyboard().type("go?");
      assertThat(visit.page.getByLabel("Name")).hasValue("go?");
      assertThat(heading(visit)).hasText("Batches");
      visit.expectNoComplaints();
    }
  }

  @Test
  void anAddressRestoresFiltersSortingAndSelection() {
    UUID batch =
        Server.submit(
            "addressed",
            List.of(Server.task("first", "address"), Server.task("second", "address")));
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      visit.page.getByLabel("Name").fill("addressed");
      visit.page.getByLabel("Status").selectOption("running");
      assertThat(visit.page).hasURL(FILTERED);
      visit.page.reload();
      assertThat(visit.page.getByLabel("Name")).hasValue("addressed");
      assertThat(visit.page.getByLabel("Status")).hasValue("running");
      assertThat(visit.page.locator(".batches li")).hasCount(1);

      visit.page.navigate(Visit.batch(batch));
      visit.page.locator("#tab-table").click();
      visit.page.locator("th button").first().click();
      visit.page.locator("th button").first().click();
      visit.button("second").click();
      visit.page.locator("#pane-log").click();
      assertThat(visit.page).hasURL(SORTED);
      visit.page.reload();
      assertThat(visit.page.locator("tbody tr td:first-child"))
          .hasText(new String[] {"second", "first"});
      assertThat(visit.page.locator(".panel h2")).hasText("second");
      assertThat(visit.page.locator("#pane-log")).hasAttribute("aria-selected", "true");
      visit.expectNoComplaints();
    }
  }

  @Test
  void aBannerSaysThatTheServerDoesNotAnswerUntilItDoes() throws Exception {
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      visit.waitUntilLive();
      assertThat(visit.page.locator("#offline")).isHidden();
      Server.process().kill();
      assertThat(visit.page.locator("#offline"))
          .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(15_000));
      Server.process().restart();
      assertThat(visit.page.locator("#offline"))
          .isHidden(new LocatorAssertions.IsHiddenOptions().setTimeout(15_000));
    }
  }

  @Test
  void whatDoesNotExistIsSaidPlainly() {
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(new UUID(0, 1)))) {
      assertThat(
              visit.page.getByRole(
                  AriaRole.HEADING, new Page.GetByRoleOptions().setName("Not found")))
          .isVisible();
    }
  }
}
