package dev.edgewise.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The browser of the machine; nothing is downloaded, and the tests of a run share it. */
final class Chromium {
  static final String IS_THERE = "dev.edgewise.browser.Chromium#isThere";
  static final String IS_MISSING = "no chromium is installed (apt-get install chromium)";

  private static final Path[] PLACES = {
    Path.of("/usr/bin/chromium"),
    Path.of("/usr/bin/chromium-browser"),
    Path.of("/usr/bin/google-chrome"),
    Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
  };

  private Chromium() {}

  /** Whether tests can run: CI promises a browser, so there a missing one is a failure. */
  static boolean isThere() {
    return "true".equals(System.getenv("CI")) || program().isPresent();
  }

  static Browser browser() {
    return Holder.SHARED;
  }

  private static Optional<Path> program() {
    return Stream.of(PLACES).filter(Files::isExecutable).findFirst();
  }

  private static Browser start() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    // It ends with this process.
    Playwright playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
    return playwright
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(program().orElseThrow(() -> new AssertionError(IS_MISSING))));
  }

  private static final class Holder {
    private static final Browser SHARED = start();
  }
}
