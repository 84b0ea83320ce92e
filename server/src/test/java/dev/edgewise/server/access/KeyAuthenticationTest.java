package dev.edgewise.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.api.Scope;
import dev.edgewise.core.state.Caller;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.access.Authentication.Result;
import dev.edgewise.server.access.KeyAuthentication.SignIn;
import dev.edgewise.server.access.KeyIssue.Issued;
import dev.edgewise.server.config.Limits;
import dev.edgewise.server.database.Database;
import dev.edgewise.server.database.Outage;
import dev.edgewise.server.store.access.Keys;
import dev.edgewise.server.store.access.Sessions;
import dev.edgewise.server.store.access.Workspaces;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyAuthenticationTest {
  private static final Caller TEST = new Caller(Workspace.DEFAULT, "test");
  private static final Duration MAX_AGE = Duration.ofMillis(Limits.ACCESS_MAX_AGE_MILLIS);
  private static final String ADDRESS = "10.0.0.1";

  private final TestDatabase testDatabase = TestDatabase.open();
  private final Database database = testDatabase.database();
  private final Keys keys = new Keys(database);
  private final KeyIssue issue = new KeyIssue(keys);
  private long nanos;
  private final KeyAuthentication authentication = on(database);

  @AfterEach
  void close() {
    testDatabase.close();
  }

  private KeyAuthentication on(Database used) {
    return new KeyAuthentication(
        new KeyAuthentication.Tables(new Keys(used), new Sessions(used), new Workspaces(used)),
        (_, token) -> token.equals("right"),
        null,
        new FailureLimit(new SimpleMeterRegistry(), () -> nanos),
        () -> nanos);
  }

  private Issued key(Scope... scopes) {
    return issue.create(TEST, new NewKey("deploy", Set.of(scopes), null, null)).orElseThrow();
  }

  private Result check(String bearer) {
    return authentication.authenticate(Credentials.ofKey(bearer, ADDRESS));
  }

  private Result check(Issued issued) {
    return check(issued.text().text());
  }

  private void set(String assignment, Issued issued) {
    database
        .engine()
        .useHandle(handle ->
            handle.execute(
                "update api_key set " + assignment + " where key_id = ?", issued.text().id()));
  }

  private static FailureReason reason(Result result) {
    assertThat(result).isInstanceOf(Result.Invalid.class);
    return ((Result.Invalid) result).reason();
  }

  @Test
  void aKeyNamesItsWorkspaceItsActorAndItsScopes() {
    Issued issued = key(Scope.READ, Scope.WORK);
    assertThat(check(issued))
        .isEqualTo(
            new Result.Known(
                new Principal(
                    Workspace.DEFAULT,
                    "key:" + issued.text().id() + " (deploy)",
                    Set.of(Scope.READ, Scope.WORK),
                    null)));
  }

  @Test
  void aKnownKeyCostsNoStatement() {
    Issued issued = key(Scope.READ);
    check(issued);
    try (var count = StatementCount.of(database)) {
      for (int i = 0; i < 100; i++) {
        assertThat(check(issued)).isInstanceOf(Result.Known.class);
      }
      assertThat(count.statements()).isZero();
    }
  }

  @Test
  void anUnknownKeyAndAWrongSecretGetTheSameAnswer() {
    Issued issued = key(Scope.READ);
    Result unknown = check(KeyText.random().text());
    Result wrong = check(new KeyText(issued.text().id(), KeyText.randomSecret()).text());
    assertThat(reason(unknown)).isEqualTo(FailureReason.KEY);
    assertThat(wrong).isEqualTo(unknown);
    assertThat(reason(check("hello"))).isEqualTo(FailureReason.KEY);
    assertThat(reason(check(""))).isEqualTo(FailureReason.KEY);
  }

  @Test
  void aRevokedKeyIsRefusedAfterTheNextRefresh() {
    Issued issued = key(Scope.READ);
    check(issued);
    keys.revoke(TEST, issued.text().id());
    authentication.refresh();
    assertThat(reason(check(issued))).isEqualTo(FailureReason.REVOKED);
  }

  @Test
  void aRevokedKeyIsRefusedAfterFourSecondsAlsoWithoutARefresh() {
    Issued issued = key(Scope.READ);
    check(issued);
    keys.revoke(TEST, issued.text().id());
    nanos += MAX_AGE.toNanos();
    assertThat(reason(check(issued))).isEqualTo(FailureReason.REVOKED);
  }

  @Test
  void anExpiredKeyIsRefusedAfterTheNextRefresh() {
    Issued issued =
        issue
            .create(
                TEST, new NewKey("n", Set.of(Scope.READ), null, Instant.now().plusSeconds(3600)))
            .orElseThrow();
    assertThat(check(issued)).isInstanceOf(Result.Known.class);
    set("expires_at = now()", issued);
    authentication.refresh();
    assertThat(reason(check(issued))).isEqualTo(FailureReason.EXPIRED);
  }

  @Test
  void afterARotationTheFormerSecretIsValidForADay() {
    Issued former = key(Scope.READ);
    Issued latter = issue.rotate(TEST, former.text().id(), false).orElseThrow();
    assertThat(latter.key().formerUntil())
        .isBetween(
            Instant.now().plus(Duration.ofHours(23)), Instant.now().plus(Duration.ofHours(25)));
    assertThat(check(former)).isInstanceOf(Result.Known.class);
    assertThat(check(latter)).isInstanceOf(Result.Known.class);
    set("former_until = now()", former);
    authentication.refresh();
    assertThat(reason(check(former))).isEqualTo(FailureReason.KEY);
    assertThat(check(latter)).isInstanceOf(Result.Known.class);
  }

  @Test
  void aRotationThatTakesEffectNowEndsTheFormerSecretAndTheSessions() {
    Issued former = key(Scope.READ);
    var begun = (SignIn.Begun) authentication.signIn(former.text().text(), ADDRESS);
    assertThat(bySession(begun)).isInstanceOf(Result.Known.class);
    Issued latter = issue.rotate(TEST, former.text().id(), true).orElseThrow();
    authentication.refresh();
    assertThat(reason(check(former))).isEqualTo(FailureReason.KEY);
    assertThat(check(latter)).isInstanceOf(Result.Known.class);
    assertThat(reason(bySession(begun))).isEqualTo(FailureReason.SESSION);
  }

  private Result bySession(SignIn.Begun begun) {
    return authentication.authenticate(new Credentials(null, begun.session(), null, null, ADDRESS));
  }

  @Test
  void aRevokedKeyEndsItsSessionsAndStaysRevoked() {
    Issued issued = key(Scope.READ);
    var begun = (SignIn.Begun) authentication.signIn(issued.text().text(), ADDRESS);
    assertThat(bySession(begun)).isEqualTo(check(issued));
    keys.revoke(TEST, issued.text().id());
    authentication.refresh();
    assertThat(bySession(begun)).isInstanceOf(Result.Invalid.class);
    assertThat(testDatabase.text("select count(*)::text from browser_session")).isEqualTo("0");
    assertThat(issue.rotate(TEST, issued.text().id(), false)).isEmpty();
  }

  @Test
  void aSessionExpiresAndIsDeletedWhenAnotherBegins() {
    Issued issued = key(Scope.READ);
    var begun = (SignIn.Begun) authentication.signIn(issued.text().text(), ADDRESS);
    assertThat(bySession(begun)).isInstanceOf(Result.Known.class);
    database
        .engine()
        .useHandle(handle -> handle.execute("update browser_session set expires_at = now()"));
    authentication.refresh();
    assertThat(reason(bySession(begun))).isEqualTo(FailureReason.SESSION);
    authentication.signIn(issued.text().text(), ADDRESS);
    assertThat(testDatabase.text("select count(*)::text from browser_session")).isEqualTo("1");
  }

  @Test
  void aKeyHasABoundedNumberOfSessions() {
    Issued issued = key(Scope.READ);
    var first = (SignIn.Begun) authentication.signIn(issued.text().text(), ADDRESS);
    for (int i = 0; i < Limits.SESSIONS_PER_KEY_MAX; i++) {
      authentication.signIn(issued.text().text(), ADDRESS);
    }
    assertThat(testDatabase.text("select count(*)::text from browser_session"))
        .isEqualTo(String.valueOf(Limits.SESSIONS_PER_KEY_MAX));
    assertThat(reason(bySession(first))).isEqualTo(FailureReason.SESSION);
  }

  @Test
  void anOutageOfTheDatabaseNeverMakesAKeyInvalid() {
    Issued issued = key(Scope.READ);
    Database lost = Database.open(testDatabase.settings());
    KeyAuthentication cut = on(lost);
    var credentials = Credentials.ofKey(issued.text().text(), ADDRESS);
    assertThat(cut.authenticate(credentials)).isInstanceOf(Result.Known.class);
    lost.close();
    assertThat(cut.authenticate(credentials)).isInstanceOf(Result.Known.class);
    assertThatThrownBy(cut::refresh).matches(Outage::caused);
    nanos += MAX_AGE.toNanos();
    assertThatThrownBy(() -> cut.authenticate(credentials)).matches(Outage::caused);
  }

  @Test
  void theLastUseIsWrittenOnceAMinute() {
    Issued issued = key(Scope.READ);
    check(new KeyText(issued.text().id(), "wrong").text());
    authentication.refresh();
    assertThat(lastUse()).as("a wrong secret is no use").isEqualTo("never");
    check(issued);
    authentication.refresh();
    String first = lastUse();
    assertThat(first).isNotEqualTo("never");
    check(issued);
    authentication.refresh();
    assertThat(lastUse()).isEqualTo(first);
    set("last_used_at = now() - interval '61 seconds'", issued);
    check(issued);
    authentication.refresh();
    authentication.refresh();
    assertThat(lastUse()).isGreaterThan(first);
  }

  private String lastUse() {
    return testDatabase.text("select coalesce(max(last_used_at)::text, 'never') from api_key");
  }

  private int failuresUntilThrottled() {
    int failures = 0;
    while (check("wrong") instanceof Result.Invalid) {
      failures++;
    }
    return failures;
  }

  @Test
  void anAddressThatFailedTooOftenIsThrottledButNotItsValidKeys() {
    Issued used = key(Scope.READ);
    Issued unused = key(Scope.READ);
    check(used);
    assertThat(failuresUntilThrottled()).isEqualTo(Limits.AUTH_FAILURES_BURST);
    nanos += MAX_AGE.toNanos() / 2;
    assertThat(failuresUntilThrottled())
        .isEqualTo(MAX_AGE.toSeconds() / 2 / Limits.AUTH_FAILURE_SECS);
    assertThat(check(used)).isInstanceOf(Result.Known.class);
    try (var count = StatementCount.of(database)) {
      assertThat(check(KeyText.random().text())).isInstanceOf(Result.Throttled.class);
      assertThat(check(unused)).isInstanceOf(Result.Throttled.class);
      assertThat(authentication.signIn(KeyText.random().text(), ADDRESS))
          .isEqualTo(new SignIn.Refused(new Result.Throttled(1)));
      assertThat(count.statements()).as("no look-up for a throttled address").isZero();
    }
    assertThat(authentication.authenticate(Credentials.ofKey(unused.text().text(), "10.0.0.2")))
        .isInstanceOf(Result.Known.class);
  }

  @Test
  void onlyAnAdministratorChoosesAWorkspace() {
    database
        .engine()
        .useHandle(handle ->
            handle.execute(
                "insert into workspace (number, tenant, name, created_at, updated_at)"
                    + " values (7, 'acme', 'blue', now(), now())"));
    Issued admin = key(Scope.ADMIN);
    Issued reader = key(Scope.READ);
    assertThat(choose(admin, "acme/blue"))
        .isInstanceOfSatisfying(
            Result.Known.class,
            known -> assertThat(known.principal().workspace()).isEqualTo(new Workspace(7)));
    assertThat(choose(admin, "acme/green")).isEqualTo(new Result.WorkspaceUnknown());
    assertThat(choose(admin, "acme")).isInstanceOf(Result.InvalidWorkspace.class);
    assertThat(choose(reader, "acme/blue")).isEqualTo(new Result.WorkspaceRefused());
    assertThat(choose(reader, "acme/green")).isEqualTo(new Result.WorkspaceRefused());
  }

  private Result choose(Issued issued, String workspace) {
    return authentication.authenticate(
        new Credentials(issued.text().text(), null, null, workspace, ADDRESS));
  }

  @Test
  void aDeliveryTokenAdmitsToItsTaskUnlessThereIsAKey() {
    UUID task = UUID.randomUUID();
    var right = new Credentials.Capability(task, "right");
    var wrong = new Credentials.Capability(task, "wrong");
    assertThat(authentication.authenticate(new Credentials(null, null, right, null, ADDRESS)))
        .isEqualTo(new Result.Known(Principal.holderOf(task)));
    assertThat(
            reason(authentication.authenticate(new Credentials(null, null, wrong, null, ADDRESS))))
        .isEqualTo(FailureReason.TOKEN);
    assertThat(
            reason(
                authentication.authenticate(
                    new Credentials(KeyText.random().text(), null, right, null, ADDRESS))))
        .isEqualTo(FailureReason.KEY);
    assertThat(
            reason(
                authentication.authenticate(
                    new Credentials(
                        null, null, new Credentials.Capability(null, "right"), null, ADDRESS))))
        .isEqualTo(FailureReason.TOKEN);
  }
}
