package dev.edgewise.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser of the machine; nothing is downloaded. */
final class Chromium implements AutoCloseable {
  private static final Path[] PLACES = {
    Path.of("/usr/bin/chromium"),
    Path.of("/usr/bin/chromium-browser"),
    Path.of("/usr/bin/google-chrome"),
    Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
  };

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Path program) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
    browser =
        playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(program));
  }

  /** Starts the browser, or skips the test where there is none. */
  static Chromium start() {
    Optional<Path> program = Stream.of(PLACES).filter(Files::isExecutable).findFirst();
    if ("true".equals(System.getenv("CI"))) {
      assertThat(program).as("a browser, which CI=true promises").isPresent();
    }
    assumeTrue(program.isPresent(), "Skipped: no chromium is installed (apt-get install chromium)");
    return new Chromium(program.orElseThrow());
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    playwright.close();
  }
}
