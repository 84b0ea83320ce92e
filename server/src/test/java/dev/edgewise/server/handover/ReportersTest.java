package dev.edgewise.server.handover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.core.decision.Command;
import dev.edgewise.core.state.TaskKey;
import dev.edgewise.core.state.Workspace;
import dev.edgewise.server.store.Lane;
import dev.edgewise.server.store.claim.ClaimRequest;
import dev.edgewise.server.store.claim.Claimed;
import dev.edgewise.server.testing.ManualClock;
import dev.edgewise.server.testing.StatementCount;
import dev.edgewise.server.testing.TestDatabase;
import dev.edgewise.server.testing.TestStore;
import dev.edgewise.server.testing.TestTask;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers that report and claim the next task in one exchange. */
class ReportersTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final TestTask[] CHAIN = {
    TestTask.task("0").kind("root"), TestTask.task("1").kind("next").after("0")
  };

  private final TestDatabase database = TestDatabase.open();
  private final TestStore store = new TestStore(database.database(), new ManualClock());
  private final WaitingWorkers queue = store.workers;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
    store.close();
    database.close();
  }

  private List<Claimed> reporting(Duration patience, Runnable report) throws InterruptedException {
    var request =
        new ClaimRequest("w", true, Map.of(Lane.work(Workspace.DEFAULT, "next"), 1), 1, 30);
    return queue.claimNext(request, patience, () -> true, report);
  }

  @Test
  void aReportingWorkerGetsTheTaskThatItsReportMakesReady() throws Exception {
    UUID batchId = store.submit("chain", CHAIN);
    TaskKey root = store.claim("root");
    assertThat(reporting(Duration.ZERO, () -> {})).isEmpty();
    int statements;
    List<Claimed> claimed;
    try (var count = StatementCount.of(database.database())) {
      claimed = reporting(LONG, () -> store.committer.apply(new Command.Succeed(root, null, null)));
      statements = count.statements();
    }
    Claimed child = claimed.getFirst();
    assertThat(child.task()).isEqualTo(new TaskKey(batchId, 2));
    assertThat(database.text("select holder from lease where batch_id = '%s'".formatted(batchId)))
        .isEqualTo("w");
    assertThat(queue.waiting(Lane.work(Workspace.DEFAULT, "next"))).isZero();
    store.committer.apply(new Command.Succeed(child.task(), child.token(), null));
    // Lock and read the states and what the worker needs of the child, then apply.
    assertThat(statements).isEqualTo(2);
  }

  @Test
  void aReportingWorkerGetsEarlierTasksFirst() throws Exception {
    UUID batchId = store.submit("chain", CHAIN);
    TaskKey root = store.claim("root");
    assertThat(reporting(Duration.ZERO, () -> {})).isEmpty();
    UUID earlier = store.submit("earlier", TestTask.task("a").kind("next"));

    Runnable report = () -> store.committer.apply(new Command.Succeed(root, null, null));
    assertThat(reporting(LONG, report).getFirst().task()).isEqualTo(new TaskKey(earlier, 1));
    assertThat(reporting(LONG, () -> {}).getFirst().task()).isEqualTo(new TaskKey(batchId, 2));
  }

  @Test
  void aReportingWorkerThatGetsNoTaskWaitsForOne() throws Exception {
    store.submit("done", TestTask.task("a").kind("root"));
    TaskKey done = store.claim("root");
    UUID batchId = store.submit("chain", CHAIN);
    TaskKey root = store.claim("root");
    assertThat(reporting(Duration.ZERO, () -> {})).isEmpty();

    Future<List<Claimed>> poll =
        threads.submit(() ->
            reporting(LONG, () -> store.committer.apply(new Command.Succeed(done, null, null))));
    String ended =
        "select (status = 'success')::text from task_state where batch_id = '%s'"
            .formatted(done.batchId());
    await().until(() -> Boolean.parseBoolean(database.text(ended)));
    store.committer.apply(new Command.Succeed(root, null, null));

    assertThat(poll.get().getFirst().task()).isEqualTo(new TaskKey(batchId, 2));
  }

  @Test
  void aReportThatFailsLeavesNoWaitingWorkerBehind() throws Exception {
    assertThat(reporting(Duration.ZERO, () -> {})).isEmpty();
    assertThatThrownBy(() ->
            reporting(
                LONG,
                () -> {
                  throw new IllegalStateException("the database is away");
                }))
        .hasMessage("the database is away");
    store.submit("chain", CHAIN);
    store.committer.apply(new Command.Succeed(store.claim("root"), null, null));

    assertThat(database.text("select count(*)::text from queue")).isEqualTo("1");
  }
}
