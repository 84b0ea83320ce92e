package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import dev.edgewise.browser.Visit.Look;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/**
 * A workflow is run with a form made from the schemas of its inputs; a schedule shows its ticks.
 */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class WorkflowPageTest {
  private static void store(String name) {
    Server.client()
        .send(
            "PUT",
            "/v1/workflows/" + name,
            """
            {"inputs": {
               "day": {"schema": {"type": "string", "description": "The day to load"}},
               "parts": {"schema": {"type": "integer", "minimum": 1}, "default": 3},
               "mode": {"schema": {"enum": ["full", "delta"]}, "default": "delta"},
               "quick": {"schema": {"type": "boolean"}, "default": false},
               "extra": {}},
             "tasks": [{"id": "all", "name": "all", "kind": "inline",
               "let": "[inputs.day, inputs.mode, string(inputs.parts), string(inputs.quick), inputs.extra]"}],
             "output": "all"}
            """);
  }

  @Test
  void aWorkflowIsRunWithAForm() throws Exception {
    store("load");
    for (Look look : List.of(Look.USUAL, Look.NARROW)) {
      try (Visit visit = Visit.to(Chromium.browser(), "/view/workflows", look)) {
        visit
            .page
            .locator("main")
            .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("load").setExact(true))
            .click();
        assertThat(visit.page.getByLabel("parts")).hasValue("3");
        visit.page.getByLabel("day").fill("2026-11-20");
        visit.page.getByLabel("parts").fill("0");
        visit.page.getByLabel("mode").selectOption(new SelectOption().setLabel("full"));
        visit.page.getByLabel("quick").selectOption("true");
        visit.page.getByLabel("extra").fill("{\"tables\": [1, 2]}");
        // The browser itself refuses a number below the minimum of the schema.
        assertThat(
                (Boolean)
                    visit.page.evaluate("document.querySelector('form.run-form').checkValidity()"))
            .isFalse();
        visit.page.getByLabel("parts").fill("2");
        visit.button("Run version 1").click();
        visit.page.getByText("Open the run").waitFor();
        assertThat(visit.hiddenPixels()).isZero();
        visit.picture("workflow-" + look.width());
        visit.page.getByText("Open the run").click();
        assertThat(visit.page.locator("h1")).hasText("load");
        String run = visit.page.url().replaceAll(".*batch=([0-9a-f-]+).*", "$1");
        JsonNode batch = Server.client().get("/v1/batches/" + run);
        assertThat(batch.path("result").toString())
            .isEqualTo("[\"2026-11-20\",\"full\",\"2\",\"true\",{\"tables\":[1,2]}]");
        assertThat(visit.page.locator(".origin")).containsText("workflow load, version 1");
        visit.page.locator(".given").getByText("Result").click();
        assertThat(visit.page.locator(".given pre").first()).containsText("\"2026-11-20\"");
        visit.expectNoComplaints();
      }
    }
  }

  @Test
  void whatTheServerRefusesIsSaidInTheForm() {
    Server.client()
        .send(
            "PUT",
            "/v1/workflows/strict",
            """
            {"inputs": {"order": {"schema": {"type": "object", "required": ["price"]}}},
             "tasks": [{"id": "a", "name": "a", "kind": "inline", "let": "inputs.order.price"}]}
            """);
    try (Visit visit = Visit.to(Chromium.browser(), "/view/workflows?workflow=strict")) {
      visit.page.getByLabel("order").fill("{price");
      visit.button("Run version 1").click();
      assertThat(visit.page.locator("form .reason")).hasText("order is not valid JSON.");
      visit.page.getByLabel("order").fill("{}");
      visit.button("Run version 1").click();
      assertThat(visit.page.locator("form .reason").last()).containsText("price");
      visit.page.getByLabel("order").fill("{\"price\": 5}");
      visit.button("Run version 1").click();
      assertThat(visit.page.locator(".batches .state").first()).hasText("succeeded");
      assertThat(visit.page.locator("form .reason")).hasCount(0);
    }
  }

  @Test
  void aScheduleIsPausedResumedTriggeredAndBackfilled() throws Exception {
    store("nightly");
    Server.client()
        .send(
            "PUT",
            "/v1/schedules/every-night",
            """
            {"workflow": "nightly", "inputs": {"day": "today", "extra": 1},
             "cron": "0 3 * * *", "zone": "Europe/Berlin"}
            """);
    try (Visit visit = Visit.to(Chromium.browser(), "/view/schedules")) {
      assertThat(visit.page.locator(".rows li")).containsText("0 3 * * * (Europe/Berlin)");
      visit.button("Pause every-night").click();
      visit.button("Resume every-night").waitFor();
      visit.page.getByText("every-night").first().click();
      assertThat(visit.page.locator(".title")).containsText("paused");
      visit.button("Resume every-night").click();
      Locator next = visit.page.locator(".card").first();
      assertThat(next.locator("li")).hasCount(5);
      visit.confirm(visit.button("Trigger every-night"));
      Locator past = visit.page.locator(".card").last();
      assertThat(past.locator("li")).hasCount(1);
      assertThat(past).containsText("trigger");
      visit.button("Backfill every-night").click();
      visit.page.getByLabel("From").fill("2026-01-10T00:00");
      visit.page.getByLabel("To, which is excluded").fill("2026-01-12T00:00");
      visit.button("Start").click();
      assertThat(visit.page.locator("#notice")).hasText("2 ticks run.");
      assertThat(past.locator("li")).hasCount(3);
      visit.picture("schedule");
      visit.expectNoComplaints();
    }
  }
}
