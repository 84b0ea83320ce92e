package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.edgewise.browser.Visit.Look;
import dev.edgewise.server.http.Wire;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** Many tasks fail: they are found, understood, and run again once the cause is gone. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(120)
class IncidentTest {
  private static final String REFUSED = "could not connect to db-3: connection refused";

  /** A batch of parts, which fail, each with a task that is skipped for that. */
  private static UUID imported(String kind, int parts, String label) {
    List<Map<String, Object>> tasks =
        IntStream.range(0, parts)
            .boxed()
            .flatMap(n ->
                Stream.of(
                    Server.task("part-" + n, kind), Server.task("check-" + n, kind, "part-" + n)))
            .toList();
    Map<String, Object> batch =
        Map.of("name", kind, "tasks", tasks, "labels", Map.of("customer", label));
    JsonNode answer = Server.client().send("POST", "/v1/batches", Wire.text(batch)).json();
    return UUID.fromString(answer.path("batch_id").asString(""));
  }

  private static Locator group(Visit visit, String kind) {
    return visit
        .page
        .locator(".groups tbody tr")
        .filter(new Locator.FilterOptions().setHasText(kind));
  }

  @Test
  void manyFailuresAreFoundUnderstoodAndRunAgain() throws Exception {
    UUID first = imported("import", 6, "acme");
    imported("import", 6, "other");
    for (JsonNode task : Server.claim("import")) {
      if (task.path("name").asString("").equals("part-5")) {
        Server.fail(task, "row 17: value out of range");
      } else {
        Server.fail(task, REFUSED);
      }
    }
    try (Visit visit = Visit.to(Chromium.browser(), "/")) {
      visit.waitUntilLive();
      visit.page.keyboard().type("gf");
      Locator refused = group(visit, REFUSED);
      assertThat(refused.locator("strong")).hasText("10");
      assertThat(group(visit, "out of range").locator("strong")).hasText("2");

      visit.page.getByLabel("Label").fill("customer:acme");
      assertThat(refused.locator("strong")).hasText("5");
      assertThat(visit.page).hasURL(Pattern.compile(".*label=customer%3Aacme.*"));
      refused.getByText("import").click();
      assertThat(visit.page.locator(".panel .rows li")).hasCount(5);
      visit.picture("failures");

      // The cause of a skipped task is a link to the failed one.
      visit.page.locator(".panel .rows").getByText("part-0").click();
      assertThat(visit.page.locator(".panel h2")).hasText("part-0");
      assertThat(visit.page.locator(".panel > .reason")).hasText(REFUSED);
      visit.button("check-0").click();
      assertThat(visit.page.locator(".panel h2")).hasText("check-0");
      visit.page.locator(".cause a").click();
      assertThat(visit.page.locator(".panel > .reason")).isVisible();

      visit.page.goBack();
      visit.page.goBack();
      visit.page.getByLabel("Label").waitFor();
      assertThat(visit.page.locator(".panel .rows li")).hasCount(5);
      visit.button("Rerun all tasks of this group").click();
      assertThat(visit.page.locator("dialog")).containsText("Rerun 5 tasks?");
      visit.button("Yes, rerun 5 tasks").click();
      assertThat(visit.page.locator("#notice")).containsText("5 tasks rerun");
      assertThat(visit.page.locator(".panel .rows li")).hasCount(0);
      assertThat(refused).hasCount(0);
      visit.expectNoComplaints();
    }
    Server.claim("import").forEach(Server::succeed);
    JsonNode counts = Server.client().get("/v1/batches/" + first).path("status_counts");
    assertThat(counts.path("success").asInt(0)).isEqualTo(5);
    assertThat(counts.path("failure").asInt(0)).isEqualTo(1);
  }

  @Test
  void anOpenGroupIsReadableOnASmallScreenInTheDark() throws Exception {
    imported("narrow-import", 2, "acme");
    Server.claim("narrow-import").forEach(task -> Server.fail(task, "disk full" + ".".repeat(300)));
    try (Visit visit =
        Visit.to(
            Chromium.browser(), "/view/failures?kind=narrow-import", new Look(390, 800, true))) {
      group(visit, "disk full").getByText("narrow-import").click();
      assertThat(visit.page.locator(".panel .rows li")).hasCount(2);
      assertThat(visit.hiddenPixels()).isZero();
      visit.picture("failures-390-dark");
      visit.expectNoComplaints();
    }
  }
}
