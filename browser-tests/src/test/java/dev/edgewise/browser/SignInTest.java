package dev.edgewise.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.KeyIssue;
import dev.edgewise.server.access.KeyText;
import dev.edgewise.server.access.NewKey;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.testing.ServerProcess;
import dev.edgewise.server.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

/** The page of a server that needs keys. */
@EnabledIf(value = Chromium.IS_THERE, disabledReason = Chromium.IS_MISSING)
@Timeout(180)
class SignInTest {
  private static final Caller TEST = new Caller(Workspace.DEFAULT, "test");
  private static final String BATCH =
      """
      {"name": "nightly", "tasks": [{"id": "a", "name": "a", "kind": "k"}]}\
      """;

  private static TestDatabase database;
  private static Keys keys;
  private static ServerProcess server;
  private static String batch;

  @BeforeAll
  static void start() {
    database = TestDatabase.open();
    keys = new Keys(database.database());
    server = ServerProcess.start(database.jdbcUrl(), Map.of("AUTH", "keys"));
    var answer = server.send("POST", "/task", BATCH, key(Scope.SUBMIT).text());
    batch = answer.headers().firstValue("X-Batch-ID").orElseThrow();
  }

  @AfterAll
  static void stop() {
    server.close();
    database.close();
  }

  private static KeyText key(Scope... scopes) {
    var wanted = new NewKey("page", Set.of(scopes), null, null);
    return new KeyIssue(keys).create(TEST, wanted).orElseThrow().text();
  }

  private static Visit visit(String path) {
    return Visit.to(Chromium.browser(), server.uri() + path);
  }

  private static Locator field(Visit visit) {
    return visit.page.getByLabel("Key");
  }

  private static void signIn(Visit visit, KeyText key) {
    field(visit).fill(key.text());
    visit.button("Sign in").click();
  }

  @Test
  void aKeyOpensTheViewThatWasAskedForAndSigningOutClosesIt() {
    try (Visit visit = visit("/view?batch=" + batch)) {
      field(visit).fill("ew_wrong_key");
      visit.button("Sign in").click();
      assertThat(visit.page.locator(".reason")).containsText("The credentials are not valid");
      assertThat(visit.page.locator("#main")).not().containsText("nightly");

      KeyText key = key(Scope.READ, Scope.OPERATE);
      signIn(visit, key);
      assertThat(visit.page.locator("h1")).hasText("nightly");
      visit.waitUntilLive();
      assertThat(visit.page.locator("#user")).containsText("default/default");
      Cookie cookie = visit.page.context().cookies().getFirst();
      assertThat(cookie.httpOnly).isTrue();
      assertThat(cookie.value).doesNotContain(key.secret());
      assertThat(visit.page.evaluate("document.cookie + JSON.stringify({...localStorage})"))
          .as("what scripts of the page can read")
          .isEqualTo("{}");

      visit.confirm(visit.button("Stop the batch"));
      assertThat(visit.page.locator(".title .state").first()).hasText("canceled");

      visit.button("Sign out").click();
      assertThat(field(visit)).isVisible();
      assertThat(visit.page.locator("#main")).not().containsText("nightly");
    }
  }

  @Test
  void aKeyWithoutTheScopeSeesButCannotAct() {
    server.send("POST", "/task", BATCH.replace("nightly", "seen"), key(Scope.SUBMIT).text());
    try (Visit visit = visit("/")) {
      signIn(visit, key(Scope.READ));
      Locator stop = visit.button("Stop seen");
      assertThat(stop).isDisabled();
      assertThat(stop).hasAttribute("title", "Your key does not have the scope operate.");
    }
    try (Visit visit = visit("/")) {
      signIn(visit, key(Scope.SUBMIT));
      assertThat(visit.page.locator("h1")).hasText("Not allowed");
      assertThat(visit.page.locator("#main")).containsText("The request needs the scope read.");
      visit.button("Sign out").click();
      assertThat(field(visit)).isVisible();
    }
  }

  @Test
  void thePageAsksForAnotherKeyWhenItsKeyIsRevoked() {
    KeyText key = key(Scope.READ);
    try (Visit visit = visit("/")) {
      signIn(visit, key);
      assertThat(visit.page.locator("h1")).hasText("Batches");
      assertThat(keys.revoke(TEST, key.id())).isPresent();
      field(visit).waitFor();
      signIn(visit, key(Scope.READ));
      assertThat(visit.page.locator("h1")).hasText("Batches");
    }
  }

  @Test
  void theApiPageSendsAKey() {
    try (Visit visit = visit("/api-docs")) {
      visit.button("Authorize").first().click();
      visit.page.locator("#auth-bearer-value").fill(key(Scope.READ).text());
      visit
          .page
          .locator(".auth-container:has(#auth-bearer-value)")
          .getByLabel("Apply credentials")
          .click();
      visit.page.locator(".modal-ux .close-modal").click();
      visit.page.locator("#operations-Access-getSession").click();
      visit.page.locator(".try-out__btn").click();
      visit.page.locator("button.execute").click();
      assertThat(visit.page.locator(".live-responses-table tbody .response-col_status"))
          .containsText("200");
    }
  }

  @Test
  void theFormIsReadableInBothColoursAndOnASmallScreen() throws Exception {
    for (Visit.Look look : List.of(Visit.Look.USUAL, Visit.Look.DARK, Visit.Look.NARROW)) {
      try (Visit visit = Visit.to(Chromium.browser(), server.uri() + "/", look)) {
        assertThat(visit.page.getByRole(AriaRole.HEADING)).hasText("Sign in");
        assertThat(visit.hiddenPixels()).isZero();
        visit.picture("sign-in-" + look.width() + (look.dark() ? "-dark" : ""));
      }
    }
  }
}
