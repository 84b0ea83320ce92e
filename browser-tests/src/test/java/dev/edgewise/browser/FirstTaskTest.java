package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.assertions.LocatorAssertions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What a user of a built checkout sees after {@code ./edgewise demo}. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(600)
class FirstTaskTest {
  private static final int PATIENCE_SECS = 90;
  private static final String ADDRESS = "The page is at ";

  @TempDir Path folder;

  private Process start(String... arguments) throws IOException {
    var builder = new ProcessBuilder(arguments).directory(Path.of("..").toFile());
    builder.environment().put("EDGEWISE_DATA_DIR", folder.resolve("data").toString());
    builder.environment().put("PORT", "0");
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String address(BufferedReader lines) throws IOException {
    String line = Objects.requireNonNull(lines.readLine(), "the demo has said nothing");
    assertThat(line).startsWith(ADDRESS);
    return line.substring(ADDRESS.length()).split(" ", 2)[0];
  }

  @Test
  void theDemoShowsItsFirstTaskInTheBrowser() throws Exception {
    // Builds the jar if necessary, so that the build is not measured.
    assertThat(start("./edgewise", "--version").waitFor(5, TimeUnit.MINUTES)).isTrue();
    // Opens the browser first, so that its start is not measured.
    Visit.to(Chromium.browser(), "/").close();

    long began = System.nanoTime();
    Process demo = start("./edgewise", "demo");
    try (BufferedReader lines = demo.inputReader()) {
      String address = address(lines);
      double ready = secondsSince(began);
      try (Visit visit = Visit.to(Chromium.browser(), address + "/")) {
        visit.page.locator(".batches a").first().click();
        visit.waitUntilPainted();
        double shown = secondsSince(began);
        String figures =
            "./edgewise demo: the server is ready after %.1f s, the first task is in the browser after %.1f s"
                .formatted(ready, shown);
        Figures.note("first-task", figures);
        assertThat(shown).as(figures).isLessThan(PATIENCE_SECS);

        visit.page.navigate(address + "/");
        assertThat(visit.row("fan-out").last().locator(".state"))
            .hasText(
                "succeeded",
                new LocatorAssertions.HasTextOptions().setTimeout(PATIENCE_SECS * 1_000));
        visit.picture("batches");
        visit.row("fan-out").last().locator("a").click();
        visit.waitUntilPainted();
        visit.page.locator("#tab-timeline").click();
        assertThat(visit.page.locator(".timeline li")).hasCount(14);
        visit.picture("timeline");
        visit.expectNoComplaints();
      }
    } finally {
      demo.destroy();
      assertThat(demo.waitFor(PATIENCE_SECS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
