package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A visit to the page, which records the errors that the browser logs. */
final class Visit implements AutoCloseable {
  /** Where pictures go: into the documents when they are asked for, else beside the reports. */
  private static final Path PICTURES =
      "write".equals(System.getProperty("screenshots"))
          ? Path.of("..", "docs", "images")
          : Path.of("target", "screenshots");

  private static final long PICTURE_MAX_BYTES = 150_000;

  private final BrowserContext context;
  private final List<String> complaints = new ArrayList<>();
  final Page page;

  private Visit(Browser browser, Look look) {
    context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setBaseURL(Server.client().at("").toString())
                .setViewportSize(look.width, look.height)
                .setColorScheme(look.dark ? ColorScheme.DARK : ColorScheme.LIGHT));
    page = context.newPage();
    page.onConsoleMessage(message -> {
      if (message.type().equals("error")) {
        complaints.add(message.text());
      }
    });
    page.onPageError(complaints::add);
  }

  /** The window and the colours. */
  record Look(int width, int height, boolean dark) {
    static final Look USUAL = new Look(1200, 720, false);
    static final Look DARK = new Look(1200, 720, true);
    static final Look NARROW = new Look(360, 740, false);
  }

  static Visit to(Browser browser, String path) {
    return to(browser, path, Look.USUAL);
  }

  static Visit to(Browser browser, String path, Look look) {
    var visit = new Visit(browser, look);
    visit.page.navigate(path);
    return visit;
  }

  static String batch(UUID batch) {
    return "/view?batch=" + batch;
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  /** The row of the list that has a name. */
  Locator row(String name) {
    return page.locator(".batches li").filter(new Locator.FilterOptions().setHasText(name));
  }

  /** Clicks the button and confirms. */
  void confirm(Locator button) {
    button.click();
    button("Yes").click();
  }

  void waitUntilLive() {
    assertThat(page.locator("#live")).hasText("live");
  }

  /** Waits until the graph has been painted. */
  void waitUntilPainted() {
    page.waitForSelector("canvas.graph[data-painted]");
  }

  /** Takes a screenshot. */
  void picture(String name) throws IOException {
    Files.createDirectories(PICTURES);
    Path file = PICTURES.resolve(name + ".png");
    // The canvas is drawn by the next frame.
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
    assertThat(Files.size(file)).as("bytes of %s", file).isLessThan(PICTURE_MAX_BYTES);
  }

  /** How many pixels a user would have to scroll sideways for. */
  int hiddenPixels() {
    return (Integer)
        page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  void expectNoComplaints() {
    assertThat(complaints).isEmpty();
  }

  @Override
  public void close() {
    context.close();
  }
}
