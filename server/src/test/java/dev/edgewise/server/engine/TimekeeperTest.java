package dev.edgewise.server.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.graph.StartAfter;
import dev.edgewise.core.state.Condition;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.server.commit.CommitSettings;
import dev.edgewise.server.commit.Committer;
import dev.edgewise.server.engine.Timekeeper.Round;
import dev.edgewise.server.signal.Signals;
import dev.edgewise.server.store.claim.ParkedTasks;
import dev.edgewise.server.store.claim.RunningLimits;
import dev.edgewise.server.store.time.DueWork;
import dev.edgewise.server.testing.FsckAssertion;
import dev.edgewise.server.testing.ScriptedInline;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The timekeeper's clock is an hour ahead of the one by which the test submits and claims. */
@Timeout(120)
class TimekeeperTest {
  private static final Duration AHEAD = Duration.ofHours(1);
  private static final int DAY_SECS = 86_400;

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database());
  private final Set<String> woken = ConcurrentHashMap.newKeySet();
  private final Signals signals = new Signals();
  private final Committer committer =
      new Committer(
          database.database(),
          new CommitSettings(
              1,
              500,
              true,
              (_, _, _, _) -> ScriptedInline.PROCEED,
              () -> AHEAD,
              RunningLimits.NONE),
          signals,
          store.workers);
  private final Timekeeper timekeeper =
      new Timekeeper(
          new DueWork(database.database(), () -> AHEAD),
          new ParkedTasks(database.database()),
          committer,
          Duration.ofHours(1));

  @AfterEach
  void close() {
    timekeeper.close();
    FsckAssertion.assertClean(database.database());
    committer.close();
    store.close();
    database.close();
  }

  private static TestTask task(String id) {
    return TestTask.task(id).kind(id);
  }

  private static StartAfter in(Duration delay) {
    return new StartAfter.In(delay);
  }

  /** The state and attempt of each task by its name, and whether it is queued, timed or leased. */
  private Map<String, String> standings(UUID batchId) {
    Map<String, String> standings = new TreeMap<>();
    database
        .database()
        .reader()
        .useHandle(handle ->
            handle
                .createQuery(
                    """
                    select task.name, concat_ws(' ', state.status, state.attempt, state.failure_reason,
                      case when queue.no is not null then 'queued' end, case when queue.parked is not null then 'parked' end,
                      case when timer.no is not null then 'timed' end, case when lease.no is not null then 'leased' end)
                    from task
                    join task_state as state using (batch_id, no)
                    left join queue using (batch_id, no)
                    left join timer using (batch_id, no)
                    left join lease using (batch_id, no)
                    where batch_id = :batch
                    """)
                .bind("batch", batchId)
                .map((row, _) -> standings.put(row.getString(1), row.getString(2)))
                .list());
    return standings;
  }

  @Test
  void onlyDueTasksMove() {
    signals.add(
        new Signals.Listener() {
          @Override
          public void ready(Collection<String> lanes) {
            woken.addAll(lanes);
          }
        });
    UUID batchId = everyState();
    Map<String, String> expected = new TreeMap<>(standings(batchId));
    assertThat(expected)
        .containsEntry("claimed", "claimed 0 leased")
        .containsEntry("lost", "running 0 leased")
        .containsEntry("lost and retried", "running 0 leased")
        .containsEntry("retried", "retry_pending 1 no timed")
        .containsEntry("later", "pending 0 timed")
        .containsEntry("held back", "pending 0 queued parked");
    assertThat(expected.values())
        .as("every state is there")
        .extracting(standing -> standing.split(" ", -1)[0])
        .contains("waiting", "pending", "claimed", "running", "success", "failure")
        .contains("canceled", "skipped", "paused", "retry_pending");

    assertThat(timekeeper.runOnce()).isEqualTo(new Round(3, 1, 1, 1, 0, 0));

    expected.put("claimed", "pending 0 queued");
    expected.put("lost", "failure 0 Lease expired");
    expected.put("lost and retried", "retry_pending 1 Lease expired timed");
    expected.put("retried", "pending 1 queued");
    expected.put("later", "pending 0 queued");
    expected.put("held back", "pending 0 queued");
    assertThat(standings(batchId)).isEqualTo(expected);
    assertThat(woken)
        .containsExactlyInAnyOrder("hook:host.test", "work:retried", "work:later", "work:ruled");
    assertThat(timekeeper.runOnce()).as("once only").isEqualTo(new Round(0, 0, 0, 0, 0, 0));
    assertThat(standings(batchId)).isEqualTo(expected);
  }

  private UUID everyState() {
    UUID batchId =
        store.submit(
            "every state",
            task("queued"),
            task("waiting").after("queued"),
            task("later").startAfter(in(Duration.ofMinutes(10))),
            task("much later").startAfter(in(Duration.ofDays(1))),
            task("claimed").calls("http://host.test/"),
            task("lost"),
            task("lost and retried").retry(1),
            task("held").timeout(DAY_SECS),
            task("retried").retry(1),
            task("paused"),
            task("paused retry").retry(1),
            task("paused while it ran"),
            task("done"),
            task("skipped").on(Condition.ON_FAILURE, "done"),
            task("failed"),
            task("canceled"),
            task("has the place")
                .kind("ruled")
                .timeout(DAY_SECS)
                .rules(TestTask.oneAtATime("ruled")),
            task("held back").kind("ruled").rules(TestTask.oneAtATime("ruled")));
    store.claimFor("host.test");
    List.of("lost", "lost and retried", "held", "ruled").forEach(store::claim);
    assertThat(store.tryClaim("ruled")).isFalse();
    store.fail(store.claim("retried"), "no");
    pause(new TaskKey(batchId, 10));
    TaskKey retry = store.claim("paused retry");
    store.fail(retry, "no");
    pause(retry);
    pause(store.claim("paused while it ran"));
    store.succeed(store.claim("done"), null);
    store.fail(store.claim("failed"), "no");
    store.committer.apply(new Command.Cancel(new TaskKey(batchId, 16), false));
    return batchId;
  }

  private void pause(TaskKey task) {
    store.committer.apply(new Command.Pause(task));
  }

  @Test
  void oneRoundHandlesMoreThanOneQueryReturns() {
    int tasks = 2 * DueWork.MAX_AT_ONCE + 1;
    store.submit(
        "many",
        IntStream.range(0, tasks)
            .mapToObj(i -> TestTask.task("" + i).startAfter(in(Duration.ofMinutes(1))))
            .toArray(TestTask[]::new));
    timekeeper.runOnce();

    assertThat(queued()).isEqualTo(tasks);
    assertThat(database.text("select count(*)::text from timer")).isEqualTo("0");
  }

  private int queued() {
    return Integer.parseInt(database.text("select count(*)::text from queue"));
  }

  @Test
  void aTimerThatIsSetDuringASleepEndsTheSleep() {
    store.submit("first", TestTask.task("a").startAfter(in(Duration.ofMinutes(1))));
    timekeeper.start();
    await().until(() -> queued() == 1);
    store.submit("second", TestTask.task("a").startAfter(in(AHEAD.plus(Duration.ofMillis(200)))));
    signals.committed(List.of(), false, false, true);

    await().until(() -> queued() == 2);
  }
}
