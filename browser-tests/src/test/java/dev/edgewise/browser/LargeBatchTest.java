package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** Large batches: the time to the first paint, and the time of a frame. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(180)
class LargeBatchTest {
  private static final int LAYER_TASKS = 100;

  private static UUID submit(int count, String kind) {
    var random = new Random(7);
    List<Map<String, Object>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int above = (i / LAYER_TASKS - 1) * LAYER_TASKS;
      int first = random.nextInt(LAYER_TASKS);
      String[] parents =
          above < 0
              ? new String[0]
              : new String[] {
                "step-" + (above + first), "step-" + (above + (first + 1) % LAYER_TASKS)
              };
      tasks.add(Server.task("step-" + i, kind, parents));
    }
    return Server.submit("large " + count, tasks);
  }

  @Test
  void tenThousandTasksArePaintedWithinFiveSecondsAndFramesWithin200Millis() throws Exception {
    UUID batch = submit(10_000, "large");
    Server.claim("large").forEach(Server::succeed);
    Server.claim("large");
    try (Visit warm = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      warm.waitUntilPainted();
    }
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilPainted();
      double painted = number(visit, "performance.getEntriesByName('first-graph')[0].startTime");
      visit.waitUntilLive();
      // All of it in sight is the most that a frame can have to paint.
      double whole = number(visit, frames(0));
      double near = number(visit, frames(-2_500));
      String figures =
          "10,000 tasks: first paint after %.0f ms; median frame %.1f ms with all in sight, %.1f ms near"
              .formatted(painted, whole, near);
      Figures.note("large", figures);
      assertThat(painted).as(figures).isLessThan(5_000);
      assertThat(whole).as(figures).isLessThan(200);
      assertThat(near).as(figures).isLessThan(200);
      visit.button("Fit").click();
      visit.page.setViewportSize(900, 560);
      visit.picture("large");
      visit.page.getByLabel("Find a task").fill("step-9999");
      assertThat(visit.page.getByText("1 found")).isVisible();
      visit.expectNoComplaints();
    }
  }

  @Test
  void aHundredThousandTasksAreShownInGroupsThatLeadToTheTasks() throws Exception {
    UUID batch = submit(100_000, "huge");
    Server.claim("huge").forEach(Server::succeed);
    Server.claim("huge");
    try (Visit visit = Visit.to(Chromium.browser(), Visit.batch(batch))) {
      visit.waitUntilPainted();
      double painted = number(visit, "performance.getEntriesByName('first-graph')[0].startTime");
      visit.waitUntilLive();
      double frame = number(visit, frames(0));
      String figures =
          "100,000 tasks: first paint after %.0f ms; median frame %.1f ms"
              .formatted(painted, frame);
      Figures.note("huge", figures);
      assertThat(painted).as(figures).isLessThan(25_000);
      assertThat(frame).as(figures).isLessThan(200);
      visit.button("Fit").click();
      visit.picture("huge");

      visit.page.locator("canvas.graph").focus();
      visit.page.keyboard().press("Enter");
      assertThat(visit.page.locator(".panel h2")).hasText("huge ×3,200");
      visit.page.locator(".panel .counts li", hasText("Success")).getByText("List").click();
      assertThat(visit.page.locator("tbody tr")).hasCount(100);
      visit.button("only huge, Success ✕").click();
      visit.page.getByLabel("Find a task").fill("step-99999");
      assertThat(visit.page.locator("tbody tr")).hasCount(1);
      visit.page.locator("tbody button").click();
      assertThat(visit.page.locator(".panel .chip")).containsText("Waiting");
      visit.expectNoComplaints();
    }
  }

  private static Page.LocatorOptions hasText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  /** Zooms, then pans for a while, and gives the median time between two frames. */
  private static String frames(int wheel) {
    return """
    async () => {
      const canvas = document.querySelector('canvas.graph');
      const at = { clientX: 500, clientY: 400, bubbles: true, pointerId: 1 };
      canvas.setPointerCapture = () => {};
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: %d, ...at }));
      canvas.dispatchEvent(new PointerEvent('pointerdown', at));
      const times = [];
      for (let i = 0; i < 40; i++) {
        canvas.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 500 + i %% 20 }));
        await new Promise(requestAnimationFrame);
        times.push(performance.now());
      }
      canvas.dispatchEvent(new PointerEvent('pointercancel', at));
      const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
      return gaps[Math.floor(gaps.length / 2)];
    }\
    """
        .formatted(wheel);
  }

  private static double number(Visit visit, String script) {
    return ((Number) visit.page.evaluate(script)).doubleValue();
  }
}
