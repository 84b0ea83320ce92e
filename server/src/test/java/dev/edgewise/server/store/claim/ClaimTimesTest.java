package dev.edgewise.server.store.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.core.graph.Actions;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.database.DatabaseClock;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.testing.ScriptedInline;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The times of claims, starts and leases where the clocks of two servers differ by as much as they
 * may, and where a server paused between reading its clock and sending a statement.
 */
class ClaimTimesTest {
  private static final String CALL = TestTask.call("http://a.test/");
  private static final ClaimRequest CALLS =
      new ClaimRequest("server", false, Map.of(Lane.hook("a.test"), 1), 1, 600);

  private final TestDatabase database = TestDatabase.open();
  private final TestStore ahead = store(DatabaseClock.MAX_AHEAD);
  private final TestStore exact = store(Duration.ZERO);
  private final TestStore paused = store(Duration.ofMinutes(-5));

  private TestStore store(Duration skew) {
    return new TestStore(
        database.database(),
        new CommitSettings(
            1, 100, true, (_, _, _, _) -> ScriptedInline.PROCEED, () -> skew, RunningLimits.NONE));
  }

  @AfterEach
  void close() {
    List.of(ahead, exact, paused).forEach(TestStore::close);
    database.close();
  }

  private boolean holds(String condition) {
    return Boolean.parseBoolean(
        database.text(
            "select bool_and("
                + condition
                + ")::text from task_state as state join task using (batch_id, no)"
                + " left join lease using (batch_id, no)"));
  }

  /** Whether no row of the ledger is earlier than the one before it. */
  private boolean ledgerAscends() {
    return Boolean.parseBoolean(
        database.text(
            "select bool_and(at >= before)::text"
                + " from (select at, lag(at) over (order by seq) as before from event) as line"
                + " where before is not null"));
  }

  @Test
  void noClaimIsEarlierThanTheSubmissionOfItsTask() {
    List<Duration> waits = new ArrayList<>();
    exact.claims.measure(waits::add);
    paused.claims.measure(waits::add);
    ahead.submit("a", TestTask.task("a"), TestTask.task("b"));
    exact.claim("test");
    paused.claim("test");

    assertThat(holds("started_at >= (select created_at from batch)")).as("starts").isTrue();
    assertThat(holds("expires_at = started_at + make_interval(secs => period_secs)"))
        .as("leases")
        .isTrue();
    assertThat(ledgerAscends()).isTrue();
    assertThat(waits).hasSize(2).allMatch(wait -> !wait.isNegative());
  }

  @Test
  void noClaimIsEarlierThanTheCompletionThatReadiedItsTask() {
    ahead.submit("a", TestTask.task("a").kind("first"), TestTask.task("b").after("a"));
    ahead.succeed(ahead.claim("first"), null);
    paused.claim("test");

    assertThat(ledgerAscends()).isTrue();
    assertThat(holds("no = 1 or started_at >= (select ended_at from task_state where no = 1)"))
        .isTrue();
  }

  @Test
  void noAnsweredCallIsEarlierThanItsClaim() {
    ahead.submit("a", TestTask.task("a").actions(new Actions(CALL, null, null, null)));
    Claimed claimed = ahead.claims.claim(CALLS).getFirst();
    String claimedAt = database.text("select last_updated::text from task_state");
    Leases.Held held = new Leases.Held(claimed.task(), claimed.token());
    paused.leases.started(List.of(new Leases.Answered(held, null)));

    assertThat(holds("status = 'running' and started_at = '" + claimedAt + "'")).isTrue();
    assertThat(holds("expires_at <= started_at + make_interval(secs => period_secs)")).isTrue();
    assertThat(ledgerAscends()).isTrue();
  }
}
